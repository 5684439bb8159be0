import Foundation
import Intake
import Media

extension FuzzTarget {
    /// Pictures of a source that are decoded.
    private var pictureLimit: Int { 3 }

    /// A source, through FFmpeg: it is refused in words, or described in a way that can be written and read, and its
    /// first pictures decode, or do not, in words.
    func readSource(_ input: [UInt8]) throws(BrokenProperty) {
        let path = Self.path("source")
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            try Data(input).write(to: URL(filePath: path))
            var reading = SourceReading.standard
            if try FilmProbe.isStill(path: path) { reading.frameRate = FrameRate(frames: 24, seconds: 1) }
            let source = try FilmProbe.describe(path: path, hashWholeFile: true, reading: reading)
            let again = try JSONDecoder().decode(SourceDescription.self, from: try JSONEncoder().encode(source))
            try check(again == source, "the description of a source became another one")
            let pictures = try FilmReader(source: source).pictures(
                in: 0..<min(pictureLimit, source.video.timeline.count)
            )
            while try pictures.next() != nil {}
        } catch let broken as BrokenProperty {
            throw broken
        } catch is any ExplainedError {
            // Refused, in words.
        } catch {
            throw BrokenProperty(description: "a source is refused without an explanation: \(error)")
        }
    }
}
