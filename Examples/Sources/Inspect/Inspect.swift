import Foundation
import GranaryKit

/// Prints what a film is: its pictures, audio tracks and tags, and, for HEVC in MP4 or QuickTime, its temporal levels.
///
///     Inspect film.mp4
@main struct Inspect {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: Inspect FILM")
            exit(64)
        }
        do {
            try inspect(URL(filePath: CommandLine.arguments[1]))
        } catch {
            FileHandle.standardError.write(Data("Inspect: \(error)\n".utf8))
            exit(1)
        }
    }

    static func inspect(_ url: URL) throws {
        let reader = try MovieReader(url: url)
        let video = reader.video
        let rate = 1 / video.averageFrameDuration.seconds
        print("video: \(video.codec), \(video.width)x\(video.height), \(video.pixelFormat), \(video.dynamicRange)")
        print("  \(video.frameCount) frames, \(rate) per second, from \(video.timeRange)")
        if let display = video.masteringDisplay {
            print("  mastered on a display of \(Double(display.maximumLuminance) / 10_000) cd/m²")
        }
        if let light = video.contentLight {
            print(
                "  \(light.maximumContentLightLevel) cd/m² at most, \(light.maximumFrameAverageLightLevel) in a frame"
            )
        }
        for track in reader.audio {
            print("audio \(track.index): \(track.codec), \(track.language), \(track.channelCount) channels")
            print("  \(track.sampleRate) Hz, \(track.packetCount) packets, from \(track.timeRange)")
        }
        for item in reader.metadata { print("\(item.key): \(item.value)") }
        try printLevels(url)
    }

    /// Prints the format and the temporal levels by the sample groups alone.
    static func printLevels(_ url: URL) throws {
        let samples: SampleReader
        do {
            samples = try SampleReader(url: url)
        } catch let error as GranaryError where error.code == .unsupportedFilm {
            return print("samples: \(error.cause)")
        }
        let format = samples.formatDescription
        print("samples: \(samples.sampleCount), \(format.bitDepth) bits, hvcC of \(try format.hvcC().count) bytes")
        var count = 0
        for (level, added) in samples.sampleCountsOfLevels.enumerated() {
            count += added
            print("  level \(level): \(Double(count) / samples.timeRange.duration.seconds) frames per second")
        }
    }
}
