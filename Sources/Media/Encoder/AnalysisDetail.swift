/// How an analysis codes pictures: slice types and cutree do not depend on it, the bits and the time that it takes do.
package enum AnalysisDetail: Hashable, Sendable {
    /// Blocks as large as the final preset's, deblocked: something is measured of what it codes.
    case likeFinal
    /// Blocks of 32 luma samples and smaller, not deblocked. Foretells the bits of single pictures better than blocks
    /// of 64 do.
    case fine
    /// The same without libx265's psychovisual term: at fine quantisers a tenth of the time for nothing lost.
    case withoutPsychovisualTerm
    /// Blocks of 32 luma samples and no smaller ones: a fifth less time, and single pictures are foretold worse.
    case coarse
}
