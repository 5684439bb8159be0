import Foundation
import GranaryKit

func encode(_ source: URL, to target: URL) throws {
    let reader = try MovieReader(url: source)
    let film = reader.video
    let properties = CompressionProperties(of: film, goal: .averageBitRate(1_000_000))

    let storage = MultiPassStorage(timeRange: film.timeRange)
    let silo = try FrameSilo(timeRange: film.timeRange)
    let session = try CompressionSession(properties, storage: storage)

    var ranges = session.timeRanges
    repeat {
        try silo.setTimeRangesForNextPass(ranges)
        try session.beginPass()
        try reader.reset(forReadingTimeRanges: ranges)
        while let picture = try reader.nextPicture() {
            try session.encode(picture) { try silo.add($0) }
        }
        let verdict = try session.endPass { try silo.add($0) }
        ranges = verdict.timeRangesForNextPass
    } while !ranges.isEmpty
}
