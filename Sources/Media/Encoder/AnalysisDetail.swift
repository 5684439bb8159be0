/// How an analysis encodes pictures: slice types and cutree do not depend on it, but its bits and its time do.
package enum AnalysisDetail: Hashable, Sendable {
    /// Blocks as large as the final preset's, deblocked: for measuring the encoded pictures.
    case likeFinal
    /// Blocks of 32 luma samples and smaller, not deblocked. Predicts the bits of single pictures better than blocks of
    /// 64 do.
    case fine
    /// Only blocks of 32 luma samples: a fifth less time, and a worse prediction for single pictures.
    case coarse
}
