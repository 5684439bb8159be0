/// The kind of work of a unit.
package enum Stage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Scans coarse ranges. A unit without ranges finds the scene starts from the results of all of them.
    case scout
    /// Pass 1, which collects statistics.
    case analyse
    /// A pass whose samples may become the film.
    case encode
    /// Stitches the film.
    case mux
    /// Decodes ranges of the film and compares them.
    case verify
}

extension Stage: Comparable {
    /// Stages in the order of a job.
    package static func < (left: Stage, right: Stage) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// True for the stages in which an encoder encodes ranges of the plan in passes.
    package var isPass: Bool { self == .analyse || self == .encode }

    /// What the units of a stage work on.
    package enum Scope: Hashable, Sendable {
        /// Coarse ranges, into which a film is cut before it is planned. A unit without ranges combines their results.
        case coarseRanges
        /// Ranges of the plan.
        case ranges
        /// The film as a whole, in one unit without ranges.
        case film
    }

    /// What the units of the stage work on.
    package var scope: Scope {
        switch self {
        case .scout: .coarseRanges
        case .analyse, .encode, .verify: .ranges
        case .mux: .film
        }
    }
}
