/// How far an export is.
public struct ExportProgress: Hashable, Sendable {
    /// The share of all work that is done, 0 to 1. It never falls. Work is measured in processor time, as far as it can
    /// be predicted.
    public let fractionCompleted: Double
    /// What is done at the moment: `probe`, `scout`, `analyse`, `encode`, `mux` or `verify`. The last report of an
    /// export by the program says `finished`.
    public let activity: String
    /// Number of the running pass, from 1; 0 outside of passes.
    public let pass: Int
    /// Frames a second over the last seconds; nil while that is unknown.
    public let framesPerSecond: Double?
    /// Estimated time to the end in seconds; nil while that is unknown.
    public let remainingSeconds: Double?
}
