import Foundation
import HEVC
import Media
import TestSupport
import Testing

@testable import Intake

/// HDR10+ that Matroska has beside the pictures of VP9.
@Suite("HDR10+ in block additions", .temporaryFolder, .enabled(if: Tool.arePresent("ffmpeg"), "no ffmpeg"))
struct BlockAdditionTests {
    /// A film of 24 frames with an addition beside each one.
    private func film(_ addition: (Int) -> (id: UInt8, bytes: [UInt8])?) throws -> SourceDescription {
        let folder = TemporaryFolder.current
        let (plain, whole) = (folder.appending(path: "plain.mkv"), folder.appending(path: "film.mkv"))
        let tags = ColourTags.options(primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc", range: "tv")
        let input = ["-nostdin", "-v", "error", "-y", "-f", "lavfi"]
        let pictures = ["-i", "testsrc2=size=96x64:rate=24,format=yuv420p10le"]
        let codec = ["-frames:v", "24", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "12"]
        try #require(Tool("ffmpeg")).output(input + pictures + codec + tags + [plain.path])
        let bytes = try [UInt8](Data(contentsOf: plain))
        try Data(MatroskaAdditions.inserting(into: bytes, addition)).write(to: whole)
        return try FilmProbe.describe(path: whole.path, hashWholeFile: true)
    }

    private func message(_ frame: Int) throws -> [UInt8] { try #require(MetadataFilm.metadata(of: frame).hdr10Plus) }

    @Test("each frame has that of its block, and a gap that of the frame before")
    func messages() throws {
        let source = try film { $0 == 7 ? nil : MetadataFilm.metadata(of: $0).hdr10Plus.map { (4, $0) } }
        let summary = try #require(source.video.dynamicMetadata)
        try #require(summary.hdr10PlusObstacles.isEmpty, "this FFmpeg keeps no bytes: \(summary)")
        #expect(summary.hdr10PlusCount == 23 && summary.pictureCount == 24 && summary.hdr10PlusProfiles == ["A"])
        var found: [Int: FrameMetadata] = [:]
        try DynamicMetadataReader(source).forEachFrame { found[$0.frame] = $0 }
        for frame in 0..<24 {
            #expect(try found[frame]?.metadata.hdr10Plus == message(frame == 7 ? 6 : frame))
            #expect(found[frame]?.isInherited == (frame == 7))
        }
    }

    @Test("additions of other kinds, and messages of others, are no HDR10+")
    func others() throws {
        let alpha = try film { _ in (1, [1, 2, 3, 4]) }
        #expect(alpha.video.dynamicMetadata == nil)
        let strange = try film { _ in (4, [0xB5, 0x00, 0x90, 0x00, 0x01, 5]) }
        #expect(strange.video.dynamicMetadata?.others == ["SMPTE ST 2094-50"])
        #expect(strange.video.dynamicMetadata?.hasHDR10Plus == false)
    }

    @Test("a message that is cut off is carried, and named as odd")
    func short() throws {
        let source = try film { frame in MetadataFilm.metadata(of: frame).hdr10Plus.map { (4, Array($0.prefix(12))) } }
        let summary = try #require(source.video.dynamicMetadata)
        #expect(summary.hdr10PlusCount == 24 && summary.oddities.contains { $0.contains("cannot be read") })
    }
}
