import Coordination
import Jobs
import Media
import SlurmEngine

/// Estimates how long a job takes on a cluster by simulating its waves. The same input gives the same result.
///
/// Tasks are bundled as the engine bundles them. They start in the order of their array, one after the other, as fast
/// as Slurm starts them. A task takes the time of its units. A wave begins when the wave before it has ended and the
/// coordinator has decided.
package struct ClusterSimulation: Hashable, Sendable {
    /// One simulated wave.
    package struct Wave: Hashable, Sendable, Encodable {
        /// What it does.
        package var name: String
        /// Number of its units.
        package var units: Int
        /// Number of its tasks.
        package var tasks: Int
        /// Seconds of work.
        package var workSeconds: Double
        /// Seconds of its longest task. More slots do not make the wave shorter than this.
        package var longestSeconds: Double
        /// Seconds from the decision for this wave to the next decision.
        package var wallSeconds: Double
    }

    /// The waves, in their order.
    package let waves: [Wave]
    /// Units that can run at the same time.
    package let slots: Int
    /// Number of the film's ranges; 0 for waves without a film.
    package let rangeCount: Int
    /// The time that is lost in addition to the work.
    package let delays: EngineDelays

    /// Seconds from start to end.
    package var wallSeconds: Double { waves.reduce(delays.begin + delays.end) { $0 + $1.wallSeconds } }
    /// Seconds of work.
    package var workSeconds: Double { waves.reduce(0) { $0 + $1.workSeconds } }
    /// Seconds of work divided by slots times wall time, 0 to 1.
    package var efficiency: Double { wallSeconds > 0 ? workSeconds / (wallSeconds * Double(slots)) : 0 }
    /// Seconds of the critical path: the sum of the longest tasks of all waves. More slots do not shorten it.
    package var criticalSeconds: Double { waves.reduce(0) { $0 + $1.longestSeconds } }
    /// The wave with the longest task: the largest part of the critical path.
    package var criticalWave: Wave? { waves.max { $0.longestSeconds < $1.longestSeconds } }

    /// Simulates waves whose units are known.
    ///
    /// - Parameters:
    ///   - waves: the waves; those without units are left out.
    ///   - slots: units that can run at the same time, at least 1.
    ///   - bundleSeconds: work of a task on each of its processors.
    ///   - processors: units that a task does at the same time.
    ///   - knownSlots: the number of slots that the engine knows.
    package init(
        _ waves: [SimulatedWork],
        slots: Int,
        bundleSeconds: Double,
        processors: Int = 1,
        knownSlots: Int? = nil,
        rangeCount: Int = 0,
        delays: EngineDelays = EngineDelays()
    ) {
        self.slots = max(slots, 1)
        self.rangeCount = rangeCount
        self.delays = delays
        let processors = max(processors, 1)
        let places = max(slots / processors, 1)
        self.waves = waves.filter { !$0.units.isEmpty }.map { work in
            let units = work.units.indices.map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
            let needs = zip(units, work.units).map {
                ($0, WorkForecast.Need(seconds: $1.expectedSeconds, byteCount: 0))
            }
            let bundles = SlurmBundling.bundles(
                of: units,
                forecast: WorkForecast(Dictionary(uniqueKeysWithValues: needs)),
                seconds: bundleSeconds,
                processors: processors,
                slots: knownSlots
            )
            // When the units of each task end, counted from its start. The first unit in each of its places does not
            // wait.
            let unitEnds = bundles.map { bundle in
                let seconds = bundle.units.map { unit in unit.ranges.reduce(0) { $0 + work.units[$1].seconds } }
                return Self.ends(of: seconds, places: processors, start: 0, step: 0, gap: delays.unit)
            }
            let tasks = unitEnds.map { $0.max() ?? 0 }
            let taskEnds = Self.ends(
                of: tasks,
                places: places,
                start: delays.start,
                step: delays.dispatch,
                gap: delays.task
            )
            let last = taskEnds.max() ?? delays.start
            // When a unit has ended, its files are hashed, one after the other, while other units run.
            let hashing = delays.decisionOfByte * Double(work.byteCount) / Double(units.count)
            let published = zip(zip(taskEnds, tasks), unitEnds).flatMap { task, ends in
                ends.map { task.0 - task.1 + $0 }
            }
            let hashed = published.sorted().reduce(0) { max($0, $1) + hashing }
            let decision =
                delays.decision + delays.decisionOfRange * Double(rangeCount) + max(hashed - last, 0)
            return Wave(
                name: work.name,
                units: units.count,
                tasks: tasks.count,
                workSeconds: work.units.reduce(0) { $0 + $1.seconds },
                longestSeconds: tasks.max() ?? 0,
                wallSeconds: last + delays.notice + decision
            )
        }
    }

    /// When tasks end that start in their order, each in the place that is free first.
    ///
    /// - Parameters:
    ///   - start: the earliest start of the first task.
    ///   - step: the time from one start to the next.
    ///   - gap: the time from the end of a task to the start of the next one in its place.
    static func ends(of tasks: [Double], places: Int, start: Double, step: Double, gap: Double) -> [Double] {
        var free = [Double](repeating: start, count: min(max(places, 1), max(tasks.count, 1)))
        var next = start
        return tasks.map { task in
            var place = 0
            for other in free.indices where free[other] < free[place] { place = other }
            let begin = max(next, free[place])
            next = begin + step
            free[place] = begin + task + gap
            return begin + task
        }
    }
}
