import Foundation
import ISOMedia
package import Media
import Testing

/// An AV1 film in PQ whose temporal units get dynamic HDR metadata.
package enum AV1Film {
    /// Whether it can be made here.
    package static let isPossible =
        Tool("ffmpeg").flatMap { try? $0.output(["-hide_banner", "-encoders"]) }?.contains("libaom-av1") == true

    /// A Dolby Vision record of profile 10.1.
    package static let record = DolbyVision(profile: 10, level: 1, compatibility: 1)

    /// Makes the film, and returns its path.
    ///
    /// - Parameters:
    ///   - dolbyVision: the record of the container; nil for none.
    ///   - metadata: that of a frame, by its number in presentation order.
    package static func make(
        frames: Int,
        name: String = "av1.mp4",
        dolbyVision: DolbyVision? = record,
        metadata: (Int) -> DynamicMetadata = MetadataFilm.metadata(of:)
    ) throws -> String {
        let folder = TemporaryFolder.current
        let (plain, whole) = (folder.appending(path: "plain-\(name).ivf"), folder.appending(path: "whole-\(name).ivf"))
        let film = folder.appending(path: name)
        let tool = try #require(Tool("ffmpeg"))
        let tags = ColourTags.options(primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc", range: "tv")
        let input = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i"]
        let pictures = ["testsrc2=size=192x108:rate=24,format=yuv420p10le", "-frames:v", "\(frames)"]
        let codec = ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "good", "-crf", "40", "-g", "12"]
        try tool.output(input + pictures + codec + tags + [plain.path])
        try Data(inserting(metadata, into: [UInt8](Data(contentsOf: plain)))).write(to: whole)
        try tool.output(["-nostdin", "-v", "error", "-y", "-i", whole.path, "-c", "copy", film.path])
        if let dolbyVision {
            var writer = BoxWriter()
            DolbyVisionBox(dolbyVision).write(to: &writer)
            try MovieSurgery.insert(writer.bytes, into: film)
        }
        return film.path
    }

    /// An IVF file with metadata in each temporal unit, in front of its first frame.
    private static func inserting(_ metadata: (Int) -> DynamicMetadata, into file: [UInt8]) throws -> [UInt8] {
        var result = Array(file[..<32])
        var (position, frame) = (32, 0)
        while position < file.count {
            let size = (0..<4).reduce(0) { $0 | Int(file[position + $1]) << (8 * $1) }
            let times = file[position + 4..<position + 12]
            var unit = Array(file[position + 12..<position + 12 + size])
            position += 12 + size
            // Sequence headers and delimiters come first; all units have a size, and these are short.
            var start = 0
            while [1, 2].contains(unit[start] >> 3) {
                try #require(unit[start] & 6 == 2 && unit[start + 1] < 0x80)
                start += 2 + Int(unit[start + 1])
            }
            unit.insert(contentsOf: HandmadeOBU.units(of: metadata(frame)), at: start)
            result += (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + times + unit
            frame += 1
        }
        return result
    }
}
