import Foundation
import JobDocuments
import Jobs
import Platform

/// What the journal of a job says so far, in numbers and in its last lines. It grows with the journal.
struct JournalDigest: Sendable {
    /// Upper bounds of the histogram of the time of units, in seconds.
    static let bounds: [Double] = [1, 3, 10, 30, 100, 300, 1000, 3000]
    /// Entries that are kept.
    private static let mostRecent = 40

    /// Position in the journal up to which it was read.
    private(set) var position: Int64 = 0
    /// How far the job is, when it was last written.
    private(set) var pace: JournalEntry.Pace?
    /// The last entries other than the pace, oldest first.
    private(set) var recent: [JournalEntry] = []
    /// CPU time of ended units by stage, in seconds.
    private(set) var cpuSeconds: [Stage: Double] = [:]
    /// Ended units by the bound that their time in seconds does not exceed; the last is for longer ones.
    private(set) var units = [Int](repeating: 0, count: bounds.count + 1)
    /// Time of all ended units in seconds.
    private(set) var unitSeconds = 0.0
    /// Failed units.
    private(set) var failedUnits = 0
    /// Published work that could not be used and was made again.
    private(set) var discarded = 0

    /// Reads what was added to the journal.
    mutating func read(_ journal: JournalReader) {
        if journal.checked(position) != position { self = JournalDigest() }
        while true {
            let (lines, end) = journal.lines(from: position)
            guard end > position else { return }
            position = end
            note(lines)
        }
    }

    private mutating func note(_ lines: [JournalReader.Line]) {
        // Most lines are paces, of which only the last one counts. Keys are sorted, so they begin alike.
        let mark = Array(#"{"pace":"#.utf8)
        var last: [UInt8]?
        for line in lines {
            if line.bytes.starts(with: mark) { last = line.bytes } else { note(line.bytes) }
        }
        if let last { note(last) }
    }

    private mutating func note(_ bytes: [UInt8]) {
        guard let entry = try? JSONDecoder().decode(JournalEntry.self, from: Data(bytes)) else { return }
        if let pace = entry.pace {
            self.pace = pace
            return
        }
        recent.append(entry)
        if recent.count > Self.mostRecent { recent.removeFirst() }
        switch entry.type {
        case "unitFailed": failedUnits += 1
        case "discarded": discarded += 1
        case "unitEnded":
            guard let cost = entry.cost, let stage = entry.stage else { return }
            cpuSeconds[stage, default: 0] += cost.cpuSeconds
            unitSeconds += cost.wallSeconds
            units[Self.bounds.firstIndex { cost.wallSeconds <= $0 } ?? Self.bounds.count] += 1
        default: break
        }
    }
}
