import Foundation
import ISOMedia

extension FuzzTarget {
    /// Samples of a track that are walked: tables of a few bytes may describe thousands.
    private var walkLimit: Int { 2000 }

    /// A movie is described or refused; its description can be printed, and agrees with itself.
    func inspectMovie(_ input: [UInt8]) throws(BrokenProperty) {
        guard let movie = try? MovieInspection.parse(MemorySource(input)) else { return }
        for track in movie.tracks {
            guard let samples = track.samples else { continue }
            for (index, sample) in samples.prefix(walkLimit).enumerated() {
                try check(sample.index == index, "sample \(index) is counted as \(sample.index)")
            }
            for grouping in track.groupings {
                try check(
                    grouping.indexes.sampleCount == samples.count,
                    "the groups '\(grouping.groupingType)' cover \(grouping.indexes.sampleCount) of \(samples.count)"
                )
            }
            if let levels = track.temporalLevels {
                let known = levels.sampleCounts.reduce(0, +)
                try check(
                    known + levels.unknownCount == samples.count,
                    "\(known) samples with a level and \(levels.unknownCount) without are not \(samples.count)"
                )
            }
            try check(
                track.byteCount <= UInt64(input.count) * UInt64(max(samples.count, 1)),
                "samples in the file are larger than the file"
            )
        }
        do {
            _ = try JSONEncoder().encode(movie)
        } catch {
            throw BrokenProperty(description: "the description cannot be printed: \(error)")
        }
    }
}
