import Foundation
import GranaryKit

/// Encodes the halves of a film in two processes with one rate control, as two machines would.
///
///     TwoMachines film.mov film.mp4 500
///
/// The processes talk in lines of JSON: a part sends reports, and gets the targets of its next pass.
@main struct TwoMachines {
    static func main() throws {
        let words = CommandLine.arguments
        do {
            if words.count == 6, words[1] == "part", let part = Int(words[5]), let rate = Int(words[4]) {
                try Part(film: words[2], target: words[3], bitsPerSecond: rate, part: part).encode()
            } else if words.count == 4, let kilobits = Int(words[3]) {
                try allocate(film: words[1], target: words[2], bitsPerSecond: kilobits * 1000)
            } else {
                print("usage: TwoMachines SOURCE TARGET KILOBITS-PER-SECOND")
                exit(64)
            }
        } catch {
            FileHandle.standardError.write(Data("TwoMachines: \(error)\n".utf8))
            exit(1)
        }
    }

    /// Starts the parts, gives them targets until none needs another pass, and joins their samples.
    static func allocate(film: String, target: String, bitsPerSecond: Int) throws {
        let reader = try MovieReader(url: URL(filePath: film))
        let allocator = try FilmRateAllocator(properties(of: reader.video, bitsPerSecond: bitsPerSecond))
        let parts = try (0..<2).map { part in
            try Peer(["part", film, "\(target).\(part).mp4", "\(bitsPerSecond)", "\(part)"])
        }
        var reports = try parts.map { try $0.receive(PartReport.self) }
        var targets: [PartTargets]
        repeat {
            targets = try allocator.targets(after: reports)
            for (part, targets) in zip(parts, targets) { try part.send(targets) }
            for (part, targets) in zip(parts.indices, targets) where !targets.timeRanges.isEmpty {
                let seconds = targets.timeRanges.reduce(0) { $0 + $1.duration.seconds }
                print("pass \(targets.pass), part \(part): \(seconds) s with \(targets.bits ?? 0) bits")
                reports[part] = try parts[part].receive(PartReport.self)
            }
        } while targets.contains { !$0.timeRanges.isEmpty }

        var joined: SampleWriter?
        for part in parts.indices {
            try parts[part].finish()
            let file = URL(filePath: "\(target).\(part).mp4")
            let half = try SampleReader(url: file)
            let writer = try joined ?? SampleWriter(url: URL(filePath: target), format: half.formatDescription)
            while let sample = try half.nextSample() { try writer.append(sample) }
            try FileManager.default.removeItem(at: file)
            joined = writer
            let (bits, time) = (reports[part].sampleBits ?? 0, reports[part].timeRange.duration.seconds)
            print("part \(part): \(bits) bits, \(Int(Double(bits) / time)) bit/s")
        }
        try joined?.finishWriting()
        let goal = Double(bitsPerSecond) * reader.video.timeRange.duration.seconds
        let bits = reports.reduce(0) { $0 + ($1.sampleBits ?? 0) }
        print("total: \(bits) bits, goal: \(Int(goal)), miss: \((1e4 * (Double(bits) / goal - 1)).rounded() / 100) %")
    }

    static func properties(of film: MovieReader.VideoDescription, bitsPerSecond: Int) -> CompressionProperties {
        var properties = CompressionProperties(of: film, goal: .averageBitRate(bitsPerSecond))
        properties.preset = "veryfast"
        return properties
    }
}
