import Coordination
import Jobs
import Simulation

/// What a job would do, and the time and disk space it would take, as `--dry-run --json` prints it.
struct JobForecast: Encodable {
    /// A range as far as it is known.
    struct Range: Encodable {
        /// Where it begins, in seconds.
        let start: Double
        let frames: Int
    }

    let job: String
    let name: String
    let source: String
    let output: String
    let directory: String
    let rate: String
    let passes: PassLimits
    let resolutions: [Resolution]
    let ranges: [Range]
    /// Whether the ranges come from a plan, which knows the scene changes that the scout found.
    let isPlanned: Bool
    /// Bytes of the film.
    let filmBytes: Int64
    /// Bytes of the job's own files, while it runs.
    let jobBytes: Int64
    let diskBasis: String
    /// How far the bytes may differ from the estimate, as a fraction; nil if that is unknown.
    let diskUncertainty: Double?
    /// Workers that the times are for.
    let workers: Int
    /// Seconds of the whole job, and the seconds that remain.
    let wallSeconds: Double
    let remainingSeconds: Double
    /// Seconds of all workers together.
    let workSeconds: Double
    let waves: [LocalForecast.Wave]
    let timeBasis: String
    /// How far the seconds may differ from the estimate, as a fraction; nil if they may differ by a factor of a few.
    let timeUncertainty: Double?
    let warnings: [String]
    let notCarried: [String]
    /// The same for the further films of a job of several; nil for a job of one film.
    var furtherOutputs: [JobForecast]?
}
