import Foundation
import GranaryKit

func encode(_ source: URL, to target: URL) throws {
    let reader = try MovieReader(url: source)
    let film = reader.video
    var properties = CompressionProperties(of: film, goal: .averageBitRate(1_000_000))
    properties.preset = "slow"

    let writer = try MovieWriter(url: target, video: properties, timeRange: film.timeRange)
    while let ranges = try writer.beginNextPass() {
        print("pass \(writer.pass): \(ranges)")
        try reader.reset(forReadingTimeRanges: ranges)
        while let picture = try reader.nextPicture() {
            try writer.append(picture)
        }
        try writer.endPass()
    }
}
