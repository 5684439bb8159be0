import Jobs
package import Media
import RateModel
import Storage

/// What a session knows of its part of a film after its last finished pass, for one rate control over many sessions.
///
/// It may come from another process: what is decoded was checked.
package struct FilmPart: Hashable, Sendable, Codable {
    /// That of the session's storage: settings, source, builds and time range.
    let identity: StoreIdentity
    let notes: SessionNotes

    init(_ identity: StoreIdentity, _ notes: SessionNotes) {
        var identity = identity
        identity.encoderOptions = ""
        self.identity = identity
        self.notes = notes
    }

    /// Number of the last finished pass, from 1.
    package var pass: Int { notes.pass }
    /// Time range of the frames.
    package var timeRange: TimeRange { notes.timeline.timeRange }
    /// Bits of all samples; nil before every group has samples.
    package var bits: Int? { notes.bits }
    /// Number of closed groups of pictures.
    package var groupCount: Int { notes.plan.ranges.count }
    /// When a group is presented.
    package func timeRange(ofGroup group: Int) -> TimeRange { notes.plan.ranges[group].timeRange }
    /// Bits of the samples of a group; nil if it has none.
    package func bits(ofGroup group: Int) -> Int? { notes.encodes[group].last?.bits }
    /// Bits that the model of the newest pass over a group plans at a quantiser from 0 to 69; nil without a model.
    package func plannedBits(ofGroup group: Int, atQuantizer quantizer: Double) -> Double? {
        (notes.encodes[group].last ?? notes.analysis[group]).rateCurve?.bits(atQuantizer: quantizer)
    }

    private enum CodingKeys: String, CodingKey { case identity, notes }

    /// Reads what `encode(to:)` wrote. Refuses what no session writes.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        identity = try container.decode(StoreIdentity.self, forKey: .identity)
        notes = try container.decode(SessionNotes.self, forKey: .notes)
        guard let flaw = notes.flaw else { return }
        throw DecodingError.dataCorruptedError(forKey: .notes, in: container, debugDescription: flaw)
    }
}
