import HEVC
import Media
import TestSupport
import Testing

@testable import Intake

/// Dynamic metadata from the packets of an AV1 film.
@Suite(
    "Dynamic metadata of AV1 films",
    .temporaryFolder,
    .enabled(if: AV1Film.isPossible, "this ffmpeg has no encoder for AV1")
)
struct AV1MetadataReaderTests {
    @Test("each frame has its own, also in a part of the film and in Matroska", arguments: ["av1.mp4", "av1.mkv"])
    func frames(name: String) throws {
        let isMovie = name.hasSuffix("mp4")
        let path = try AV1Film.make(frames: 24, name: name, dolbyVision: isMovie ? AV1Film.record : nil)
        let film = try FilmProbe.describe(path: path, hashWholeFile: true)
        let summary = try #require(film.video.dynamicMetadata)
        #expect(summary.hdr10PlusCount == 24 && summary.dolbyVisionCount == 24 && summary.pictureCount == 24)
        #expect(summary.dolbyVisionProfiles == [8] && summary.hdr10PlusProfiles == ["A"])
        #expect(summary.hdr10PlusObstacles == [] && summary.dolbyVisionObstacles == [])
        #expect(film.video.dolbyVision == (isMovie ? AV1Film.record : nil))
        for (source, frames) in [(film, 0..<24), (try FilmProbe.cut(film, to: 5..<20), 5..<20)] {
            var found: [Int: DynamicMetadata] = [:]
            try DynamicMetadataReader(source).forEachFrame { found[$0.frame] = $0.metadata }
            #expect(found.count == frames.count)
            for frame in frames { #expect(found[frame - frames.lowerBound] == MetadataFilm.metadata(of: frame)) }
        }
    }
}
