import Jobs
import Session

/// Distributes the bits of a film to the sessions that encode its parts, as Granary's farm distributes them to its
/// workers.
///
/// The parts together have the goal, so that a hard part takes bits from an easy one. After the analysis a sample of
/// the groups of pictures of all parts is encoded, and then the rest, with what the sample showed. While the total
/// misses the goal by more than `tolerance`, the groups that correct it best are encoded again, up to `maximumPasses`.
///
/// Decisions depend on the reports alone: a program that stops can ask again. From any thread.
public struct FilmRateAllocator: RateAllocating {
    /// The properties of all sessions. The goal is that of the film.
    public let properties: CompressionProperties

    private let settings: SessionSettings

    /// Creates an allocator.
    ///
    /// - Parameter properties: those of the sessions; `sourceIdentifier` may differ from part to part.
    /// - Throws: `refusedProperty` for a value that is out of range, and for a goal or a number of passes without an
    ///   analysis: a constant rate factor is the same for all parts, and one pass learns nothing.
    public init(_ properties: CompressionProperties) throws(GranaryError) {
        self.properties = properties
        settings = try properties.settings()
        let needless =
            properties.goal.isConstantRateFactor ? "goal" : properties.maximumPasses < 2 ? "maximumPasses" : nil
        guard let needless else { return }
        throw GranaryError(
            .refusedProperty,
            attempted: "create a rate control over many sessions",
            subject: needless,
            cause: "such sessions have a single pass, which needs no allocation"
        )
    }

    /// What each session encodes next; see `RateAllocating`.
    ///
    /// - Throws: `mismatch` if there are no reports, or if they are of sessions with other properties, of another
    ///   build, or with times of different timescales.
    public func targets(after reports: [PartReport]) throws -> [PartTargets] {
        try translating {
            try FilmOfParts(reports.map(\.wrapped), settings: settings, build: BuildIdentity.granaryVersion)
                .nextPass().map(PartTargets.init)
        }
    }
    /// The targets of one session with bits for each of its groups, for an allocator with a rule of its own.
    ///
    /// - Parameters:
    ///   - report: the last report of the session.
    ///   - groupBits: bits that the samples of each group of `PartReport.groups` should have, at least 1; nil does not
    ///     encode the group now.
    /// - Throws: `mismatch` if there is not one number for each group, if one is not possible, if the goal is not a
    ///   rate, or if `maximumPasses` is used up.
    public func targets(for report: PartReport, groupBits: [Int?]) throws -> PartTargets {
        try translating {
            let film = try FilmOfParts([report.wrapped], settings: settings, build: BuildIdentity.granaryVersion)
            return PartTargets(try film.nextPass(groupBits: groupBits))
        }
    }
}
