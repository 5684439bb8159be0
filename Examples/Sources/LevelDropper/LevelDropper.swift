import Foundation
import GranaryKit

/// Makes a film of fewer frames per second by leaving out temporal levels: its sample groups alone say which samples
/// remain, and nothing is decoded. With `make` it writes a film of 240 frames per second to try this on.
///
///     LevelDropper make film.mp4
///     LevelDropper film.mp4 film60.mp4 60
@main struct LevelDropper {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst().map(\.self)
        do {
            if words.count == 2, words[0] == "make" {
                try make(URL(filePath: words[1]))
            } else if words.count == 3, let rate = Double(words[2]) {
                try drop(URL(filePath: words[0]), to: URL(filePath: words[1]), framesPerSecond: rate)
            } else {
                print("usage: LevelDropper SOURCE TARGET FRAMES-PER-SECOND\n       LevelDropper make TARGET")
                exit(64)
            }
        } catch {
            FileHandle.standardError.write(Data("LevelDropper: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Copies the levels of a film that together have at most a number of frames per second, and all audio.
    static func drop(_ source: URL, to target: URL, framesPerSecond: Double) throws {
        let whole = try SampleReader(url: source)
        var (level, count) = (-1, 0)
        for added in whole.sampleCountsOfLevels {
            count += added
            guard Double(count) <= framesPerSecond * whole.timeRange.duration.seconds + 0.5 else { break }
            level += 1
        }
        // A film without such a level is refused here, with the levels that it has.
        let reader = try SampleReader(url: source, highestTemporalLevel: level)
        let writer = try SampleWriter(url: target, format: reader.formatDescription)
        while let sample = try reader.nextSample() { try writer.append(sample) }
        let film = try MovieReader(url: source)
        writer.metadata = film.metadata
        for track in film.audio where track.obstacle == nil {
            let (input, packets) = (try writer.addAudioTrack(track), try film.audioPackets(of: track))
            while let packet = try packets.next() { try input.append(packet) }
        }
        try writer.finishWriting()
        print("\(target.path): levels 0 to \(level), \(reader.sampleCount) of \(whole.sampleCount) samples")
    }

    /// Encodes a second of a moving ramp in as many temporal levels as this machine has, three at most.
    static func make(_ target: URL) throws {
        let frame = MediaTime(value: 1, timescale: 240)
        var properties = CompressionProperties(
            width: 320,
            height: 180,
            pixelFormat: .yuv420p8,
            expectedFrameDuration: frame,
            goal: .constantRateFactor(30)
        )
        properties.preset = "superfast"
        properties.temporalLevels = min(3, EncoderCapabilities.current.maximumTemporalLevels)
        let film = TimeRange(start: .zero, end: MediaTime(value: 240, timescale: 240))
        let writer = try MovieWriter(url: target, video: properties, timeRange: film)
        while try writer.beginNextPass() != nil {
            for number in 0..<240 {
                let luma = (0..<320 * 180).map { UInt8(truncatingIfNeeded: $0 % 320 + $0 / 320 + number) }
                let picture = try Picture(
                    format: .yuv420p8,
                    width: 320,
                    height: 180,
                    presentationTime: MediaTime(value: Int64(number), timescale: 240),
                    duration: frame,
                    bytes: luma + [UInt8](repeating: 128, count: 320 * 180 / 2)
                )
                try writer.append(picture)
            }
            try writer.endPass()
        }
        try writer.finishWriting()
        print("\(target.path): \(properties.temporalLevels) temporal levels")
    }
}
