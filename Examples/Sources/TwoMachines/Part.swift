import Foundation
import GranaryKit

/// The process that encodes one half of the film to a movie of its own.
struct Part {
    let film: String
    let target: String
    let bitsPerSecond: Int
    let part: Int

    func encode() throws {
        let reader = try MovieReader(url: URL(filePath: film))
        let whole = reader.video.timeRange
        // The halves meet where the first picture after the middle begins.
        let length = whole.duration
        let middle = whole.start + MediaTime(value: length.value / 2, timescale: length.timescale)
        try reader.reset(forReadingTimeRanges: [TimeRange(start: middle, end: whole.end)])
        let cut = try reader.nextPicture()?.presentationTime ?? whole.end
        let time = part == 0 ? TimeRange(start: whole.start, end: cut) : TimeRange(start: cut, end: whole.end)

        let properties = TwoMachines.properties(of: reader.video, bitsPerSecond: bitsPerSecond)
        let session = try CompressionSession(properties, storage: MultiPassStorage(timeRange: time))
        let silo = try FrameSilo(timeRange: time)
        var format: FormatDescription?
        while true {
            if !session.isFinished {
                try silo.setTimeRangesForNextPass(session.timeRanges)
                try session.beginPass()
                try reader.reset(forReadingTimeRanges: session.timeRanges)
                while let picture = try reader.nextPicture() { try session.encode(picture) { try silo.add($0) } }
                _ = try session.endPass { try silo.add($0) }
                format = session.formatDescription ?? format
                try print(String(decoding: JSONEncoder().encode(session.partReport), as: UTF8.self))
                fflush(nil)
            }
            // No more targets come when the film is finished.
            guard let line = readLine() else { break }
            try session.setTargetsForNextPass(JSONDecoder().decode(PartTargets.self, from: Data(line.utf8)))
        }

        guard let format else { return }
        let writer = try SampleWriter(url: URL(filePath: target), format: format)
        try silo.forEachSample { try writer.append($0) }
        try writer.finishWriting()
    }
}
