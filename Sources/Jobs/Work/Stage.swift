import Media

/// The kind of work of a unit. What the program must know about a stage besides its code and its cost is in this file.
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

    /// Where the units of a stage write their results.
    package enum Destination: Hashable, Sendable {
        /// To the folders of the passes.
        case passes
        /// To a file beside the output, and to a document in the job directory.
        case film
        /// To the folder of the verification.
        case findings
    }

    /// Where the units of the stage write their results.
    package var destination: Destination {
        switch self {
        case .scout, .analyse, .encode: .passes
        case .mux: .film
        case .verify: .findings
        }
    }

    /// True for the stages that read stores of earlier passes, which may be damaged by then and are made again.
    package var readsStores: Bool { self == .mux || self == .verify }

    /// True for the stages that read the muxed film.
    package var readsFilm: Bool { self == .verify }

    /// What a unit of the stage does, in words that fit after "could not", as in `encode range 3 of the film`.
    func action(on ranges: [Int]) -> String {
        let range = ranges.count == 1 ? "range \(ranges[0])" : counted(ranges.count, "range")
        return switch self {
        case .scout: "look for scenes in the film"
        case .analyse: "analyse \(range) of the film"
        case .encode: "encode \(range) of the film"
        case .mux: "stitch the film"
        case .verify: "verify the film"
        }
    }
}
