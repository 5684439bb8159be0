import Jobs
import Platform

/// Decides which of several jobs may be removed: the old ones, except for a number of the newest.
///
/// A job is as old as the last thing that was written into its directory. A pure value: it gets ages and reads no
/// clock.
package struct Retention: Hashable, Sendable {
    /// Minimum age in seconds of a removable job; nil for no minimum.
    package var minimumAge: Double?
    /// Number of the newest jobs that are kept, whatever their age; 0 for none.
    package var kept: Int

    /// Creates a rule.
    package init(minimumAge: Double? = nil, kept: Int = 0) {
        self.minimumAge = minimumAge
        self.kept = max(kept, 0)
    }

    /// Why a job is kept.
    package enum Reason: Hashable, Sendable, CustomStringConvertible {
        /// It is one of the newest; the value is the number of jobs to keep.
        case newest(Int)
        /// It was written to recently; the value is its age in seconds.
        case young(Double)

        /// As in `it is among the newest 3`.
        package var description: String {
            switch self {
            case .newest(let count): "it is among the newest \(count)"
            case .young(let seconds): "it was last written to \(Retention.words(age: seconds)) ago"
            }
        }
    }

    /// Why each job is kept, by the ages of the jobs in seconds; nil for a job that may be removed. Of equal ages the
    /// first counts as newer.
    package func reasons(ages: [Double]) -> [Reason?] {
        let newest = Set(ages.indices.sorted { (ages[$0], $0) < (ages[$1], $1) }.prefix(kept))
        return ages.enumerated().map { place, age in
            if newest.contains(place) { return .newest(kept) }
            if let minimumAge, age < minimumAge { return .young(age) }
            return nil
        }
    }

    /// Reads an age: `36h`, `30d`, `2w`, with or without a fraction. Nil for any other text.
    package static func age(_ text: some StringProtocol) -> Double? {
        let units: [Character: Double] = ["h": 3600, "d": 86_400, "w": 604_800]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Quantity.number(text.dropLast()),
            (0...1_000_000).contains(number)
        else { return nil }
        return number * unit
    }

    /// An age for users, as in `3 days`.
    package static func words(age: Double) -> String {
        let seconds = max(age, 0)
        if seconds < 3600 { return count(seconds / 60, "minute") }
        return seconds < 172_800 ? count(seconds / 3600, "hour") : count(seconds / 86_400, "day")
    }

    private static func count(_ number: Double, _ noun: String) -> String {
        let whole = Int(min(number, 1e9))
        return "\(whole) \(noun)\(whole == 1 ? "" : "s")"
    }
}

extension JobDirectory {
    /// Seconds from the last write to the directory to `now`, which is in seconds since 1970; at least 0.
    package func age(at now: Double) -> Double {
        let items = [
            path, paths.job, paths.passesFolder, paths.verifyFolder, paths.logFolder, paths.report, paths.finished,
        ]
        let last = items.compactMap { FileStatus(path: $0)?.modificationTime }.max() ?? 0
        let ages = ((try? outputs()) ?? []).filter(\.holdsJob).map { $0.age(at: now) }
        return ([max(now - Double(last) / 1e9, 0)] + ages).min() ?? 0
    }
}
