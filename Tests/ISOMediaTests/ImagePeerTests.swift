import Foundation
import HEIF
import Media
import TestSupport
import Testing

@testable import ISOMedia

@Suite(.temporaryFolder, .enabled(if: Tool.arePresent("exiftool"), "exiftool is not there"))
struct ImagePeerTests {
    @Test("exiftool reads Exif, XMP, brands and the size as they were written")
    func exif() throws {
        var still = try HandmadeStill.whole()
        still.exif?.contentIdentifier = "0D2B4F60-8F2C-4D53-9D5E-0C6B1E6F3A11"
        let file = TemporaryFolder.current.appending(path: "still.heic")
        try Data(try still.file().layOut().bytes).write(to: file)
        let text = try #require(Tool("exiftool")).output(["-j", "-G1", file.path])
        let all = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]).first ?? [:]
        // exiftool 12 names tag 17 otherwise than exiftool 13.
        let identifier = all["Apple:ContentIdentifier"] ?? all["Apple:MediaGroupUUID"]
        #expect(identifier as? String == "0D2B4F60-8F2C-4D53-9D5E-0C6B1E6F3A11")
        #expect(all["IFD0:Software"] as? String == "Granary")
        #expect(all["IFD0:Orientation"] as? String == "Horizontal (normal)")
        #expect(all["ExifIFD:DateTimeOriginal"] as? String == "2026:11:28 09:00:00")
        #expect(all["ExifIFD:ExifImageWidth"] as? Int == 400 && all["ExifIFD:ExifImageHeight"] as? Int == 100)
        #expect(all["File:FileType"] as? String == "HEIC" && all["ExifTool:Warning"] == nil, "\(all)")
    }
}
