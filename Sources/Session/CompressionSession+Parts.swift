import Jobs
import Storage

/// A session that encodes a part of a film, with targets from a rate control over all parts.
extension CompressionSession {
    /// What the session knows of its part; nil before the analysis has ended, and for a session of a single pass.
    package var part: FilmPart? {
        guard let notes, let storage else { return nil }
        return FilmPart(storage.identity, notes)
    }

    /// Sets what the next pass encodes, in place of what the session decided. Without targets no pass is requested,
    /// until others are set.
    ///
    /// Throws for targets of another part, and for those that are out of date: the session stays as it was.
    package func setTargets(_ targets: PartAllocation) throws {
        func refusal(_ code: SessionError.Code, _ cause: String) -> SessionError {
            SessionError(
                code,
                attempted: "set the targets of a pass",
                subject: "the session",
                cause: cause,
                remedy: code == .misuse ? "" : "Set the targets that were made from the session's last report."
            )
        }
        guard running == nil else { throw refusal(.misuse, "pass \(pass) has not ended") }
        guard let notes, let part else { throw refusal(.misuse, "it has not ended an analysis") }
        guard targets.identity == part.identity else { throw refusal(.wrongPart, "they are for another part") }
        if !targets.allocation.targets.isEmpty, let flaw = targets.flaw(in: notes, settings) {
            throw refusal(.wrongPart, flaw)
        }
        request(targets.allocation, notes)
    }
}
