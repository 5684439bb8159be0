import Coordination
import JobDocuments
package import Jobs
package import Media
import RateControl

/// Estimates how long a job takes on one machine: its waves run one after the other, each on all workers, with the
/// longest units first.
package struct LocalForecast: Hashable, Sendable {
    /// The estimated time of one wave.
    package struct Wave: Hashable, Sendable, Codable {
        /// What it does.
        package var name: String
        /// Number of its units.
        package var units: Int
        /// Seconds of all of them.
        package var workSeconds: Double
        /// Seconds from the first start to the last end.
        package var wallSeconds: Double
    }

    /// The waves in their order, including those of further passes that are expected.
    package let waves: [Wave]
    /// Seconds of all published units.
    package let doneSeconds: Double

    /// Seconds of all units.
    package var workSeconds: Double { waves.reduce(0) { $0 + $1.workSeconds } }
    /// Seconds of the whole job.
    package var wallSeconds: Double { waves.reduce(0) { $0 + $1.wallSeconds } }
    /// Seconds that are left, in proportion to the work.
    package var remainingSeconds: Double {
        workSeconds > 0 ? wallSeconds * max(1 - doneSeconds / workSeconds, 0) : 0
    }

    /// Estimates a job.
    ///
    /// - Parameters:
    ///   - knowledge: published times are used first, then the rates of other work, then an estimate from the pictures.
    ///   - workers: units that run at the same time, at least 1.
    package init(job: ResolvedJob, source: SourceDescription, knowledge: ClusterSimulation.Knowledge, workers: Int) {
        var knowledge = knowledge
        if knowledge.work.plan == nil {
            let ranges = RangePlanner(source: source, job: job).ranges(sceneCuts: [])
            knowledge.work.plan = Plan(job: job.id, ranges: ranges, sceneCuts: [])
        }
        doneSeconds = knowledge.seconds.values.reduce(0, +)
        waves = WaveForecaster(job: job, source: source, knowledge: knowledge).waves.map { wave in
            let seconds = wave.units.map(\.seconds)
            return Wave(
                name: wave.name,
                units: seconds.count,
                workSeconds: seconds.reduce(0, +),
                wallSeconds: ExpectedEffort.duration(of: seconds, workers: workers)
            )
        }
    }
}
