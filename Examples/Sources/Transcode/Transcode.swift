import Foundation
import GranaryKit

/// Encodes a film to HEVC at an average bit rate, in as many passes as that takes.
///
///     Transcode film.mov film.mp4 2500
@main struct Transcode {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 3, let source = words.first, let kilobits = words.last.flatMap({ Int($0) }) else {
            print("usage: Transcode SOURCE TARGET KILOBITS-PER-SECOND")
            exit(64)
        }
        do {
            try encode(URL(filePath: source), to: URL(filePath: words[2]), bitsPerSecond: kilobits * 1000)
        } catch {
            FileHandle.standardError.write(Data("Transcode: \(error)\n".utf8))
            exit(1)
        }
    }

    static func encode(_ source: URL, to target: URL, bitsPerSecond: Int) throws {
        let reader = try MovieReader(url: source)
        let film = reader.video
        let properties = CompressionProperties(of: film, goal: .averageBitRate(bitsPerSecond))

        let writer = try MovieWriter(url: target, video: properties, timeRange: film.timeRange)
        while let ranges = try writer.beginNextPass() {
            let seconds = ranges.reduce(0) { $0 + $1.duration.seconds }
            print("pass \(writer.pass): \(ranges.count) time ranges of \(seconds) s")
            try reader.reset(forReadingTimeRanges: ranges)
            while let picture = try reader.nextPicture() { try writer.append(picture) }
            try writer.endPass()
        }
        try writer.finishWriting()
        print("\(target.path): \(writer.explanation)")
    }
}
