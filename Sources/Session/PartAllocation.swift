import Jobs
package import Media
import Storage

/// The targets of a session's next pass, from a rate control over many sessions.
///
/// It may come from another process: a session checks it before it takes it.
package struct PartAllocation: Hashable, Sendable, Codable {
    /// The part that it is for.
    let identity: StoreIdentity
    /// The targets, for the groups of the part.
    let allocation: Allocation
    /// The time ranges of their groups, ascending, disjoint.
    package let timeRanges: [TimeRange]

    init(_ part: FilmPart, _ allocation: Allocation) {
        identity = part.identity
        self.allocation = allocation
        timeRanges = part.notes.timeRanges(ofGroups: allocation.targets.map(\.range))
    }

    /// Number of the pass, from 2.
    package var pass: Int { allocation.pass }
    /// Bits that the groups of the pass should take; nil for a goal that is not a rate.
    package var bits: Int? {
        allocation.targets.isEmpty
            ? 0
            : allocation.targets.first?.targetBits.map { _ in
                allocation.targets.reduce(0) { $0 + ($1.targetBits ?? 0) }
            }
    }
    /// Why, in one sentence for people.
    package var explanation: String { allocation.explanation }

    private enum CodingKeys: String, CodingKey { case identity, allocation, timeRanges }

    /// Reads what `encode(to:)` wrote. Refuses what no rate control writes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identity = try container.decode(StoreIdentity.self, forKey: .identity)
        allocation = try container.decode(Allocation.self, forKey: .allocation)
        timeRanges = try container.decode([TimeRange].self, forKey: .timeRanges)
        guard let flaw = allocation.flaw else { return }
        throw DecodingError.dataCorruptedError(forKey: .allocation, in: container, debugDescription: flaw)
    }

    /// Why a session with these notes cannot encode it; nil if it can.
    func flaw(in notes: SessionNotes, _ settings: SessionSettings) -> String? {
        guard pass >= max(notes.pass, 2), pass <= settings.passes.maximum else {
            return "they are for pass \(pass) after pass \(notes.pass) of at most \(settings.passes.maximum)"
        }
        for target in allocation.targets {
            guard notes.plan.ranges.indices.contains(target.range) else { return "there is no group \(target.range)" }
            let encodes = notes.encodes[target.range]
            guard encodes.allSatisfy({ $0.pass < pass }) else {
                return "group \(target.range) was encoded in pass \(pass) or later"
            }
            let isEncodable =
                switch target.work {
                case .fed(let fed):
                    encodes.isEmpty ? fed.statisticsPass == 1 : encodes.contains { $0.pass == fed.statisticsPass }
                case .alone: true
                case .analysis: false
                }
            guard isEncodable, (target.bufferStart == nil) == (settings.encoder.buffer == nil) else {
                return "the target of group \(target.range) cannot be encoded"
            }
        }
        guard timeRanges == notes.timeRanges(ofGroups: allocation.targets.map(\.range)) else {
            return "their time ranges are not those of their groups"
        }
        return nil
    }
}
