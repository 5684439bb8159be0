import Session

/// Sessions that encode the parts of one film, with one rate control over all of them; see `RateAllocating`.
extension CompressionSession {
    /// What the session learned about its part of a film in the passes that have ended; nil before the analysis has,
    /// and for a session of a single pass.
    public var partReport: PartReport? { session.part.map(PartReport.init) }

    /// Sets what the next pass encodes, in place of the verdict of the last one: `timeRanges` changes accordingly.
    /// Targets without time ranges make the session finished, until others are set.
    ///
    /// A session that is never given targets decides alone.
    ///
    /// - Throws: `mismatch` for targets of another session, or made from an earlier report: the session stays as it
    ///   was. `misuse` before the analysis has ended, and while a pass is running.
    public func setTargetsForNextPass(_ targets: PartTargets) throws {
        try translating { try session.setTargets(targets.wrapped) }
    }
}
