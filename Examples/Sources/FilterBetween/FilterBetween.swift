import Foundation
import GranaryKit

/// Encodes the negative of a film: a filter for pictures between reader and writer.
///
///     FilterBetween film.mov negative.mp4
@main struct FilterBetween {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3 else {
            print("usage: FilterBetween SOURCE TARGET")
            exit(64)
        }
        do {
            try encode(URL(filePath: words[1]), to: URL(filePath: words[2]))
        } catch {
            FileHandle.standardError.write(Data("FilterBetween: \(error)\n".utf8))
            exit(1)
        }
    }

    static func encode(_ source: URL, to target: URL) throws {
        let reader = try MovieReader(url: source)
        let film = reader.video
        var properties = CompressionProperties(of: film, goal: .constantRateFactor(24))
        properties.preset = "veryfast"

        let writer = try MovieWriter(url: target, video: properties, timeRange: film.timeRange)
        while let ranges = try writer.beginNextPass() {
            try reader.reset(forReadingTimeRanges: ranges)
            while let picture = try reader.nextPicture() { try writer.append(negative(of: picture)) }
            try writer.endPass()
        }
        try writer.finishWriting()
        print(target.path)
    }

    /// The picture with every sample inverted.
    static func negative(of picture: Picture) throws -> Picture {
        var bytes = picture.bytes
        // A sample of ten bits has its upper two in the second byte.
        for place in bytes.indices {
            bytes[place] ^= picture.format.bitDepth == 10 && place % 2 == 1 ? 0x03 : 0xFF
        }
        return try Picture(
            format: picture.format,
            width: picture.width,
            height: picture.height,
            presentationTime: picture.presentationTime,
            duration: picture.duration,
            bytes: bytes
        )
    }
}
