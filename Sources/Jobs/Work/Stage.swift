/// What a work unit does.
package enum Stage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Looks at coarse ranges; without ranges, concludes from all of them where scenes start.
    case scout
    /// Pass 1: statistics.
    case analyse
    /// A pass whose samples may become the film.
    case encode
    /// Stitches the film.
    case mux
    /// Decodes ranges of the film and compares them.
    case verify
}

extension Stage: Comparable {
    /// Stages in the order in which a job goes through them.
    package static func < (left: Stage, right: Stage) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// True for the stages in which an encoder works on ranges of the plan, by passes.
    package var isPass: Bool { self == .analyse || self == .encode }
}
