import Foundation
import GranaryKit

func encode(_ source: URL, to target: URL) throws {
    let reader = try MovieReader(url: source)
    let film = reader.video
    var properties = CompressionProperties(of: film, goal: .averageBitRate(1_000_000))
    properties.sourceIdentifier = source.path

    let storage = MultiPassStorage(
        url: target.appendingPathExtension("storage"),
        timeRange: film.timeRange,
        options: .doNotDelete
    )
    let silo = try FrameSilo(
        url: target.appendingPathExtension("silo"),
        timeRange: film.timeRange,
        identifier: source.path,
        options: .doNotDelete
    )
    let session = try CompressionSession(properties, storage: storage)

    var ranges = session.timeRanges
    while !ranges.isEmpty {
        try silo.setTimeRangesForNextPass(ranges)
        try session.beginPass()
        try reader.reset(forReadingTimeRanges: ranges)
        while let picture = try reader.nextPicture() {
            try session.encode(picture) { try silo.add($0) }
        }
        let verdict = try session.endPass { try silo.add($0) }
        try silo.flush()
        ranges = verdict.timeRangesForNextPass
    }

    guard let format = session.formatDescription else { return }
    var stream = Data(format.annexB)
    try silo.forEachSample { sample in
        stream += try SampleFraming.annexB(fromLengthPrefixed: sample.bytes)
    }
    try stream.write(to: target)
}
