package import Media

/// Foretells how long a job takes on a cluster, by carrying out its waves in arithmetic: the same input gives the same answer.
///
/// Work comes from what is published of the job where there is something, else from its pictures. Sound for comparisons of
/// slots, bundles and range lengths; absolute times are as good as the forecast of the work.
package struct ClusterSimulation: Hashable, Sendable {
    /// What the engine and Slurm take beside the work, in seconds: estimates, not measured one by one.
    package struct Delays: Hashable, Sendable {
        /// From the decision for a wave to the first line of its first task.
        package var start = 1.0
        /// For each task, on its slot, beside its units.
        package var task = 0.4
        /// For each unit, on its slot.
        package var unit = 0.1
        /// From the end of the last unit of a wave to the next decision.
        package var notice = 0.5

        /// The usual ones.
        package init() {}
    }

    /// One wave.
    package struct Wave: Hashable, Sendable, Encodable {
        /// What it does.
        package var name: String
        /// Number of its units.
        package var units: Int
        /// Number of its tasks.
        package var tasks: Int
        /// Seconds of work.
        package var workSeconds: Double
        /// Seconds of its longest task: no number of slots makes it shorter.
        package var longestSeconds: Double
        /// Seconds from its decision to the next.
        package var wallSeconds: Double
    }

    /// The waves, in their order.
    package let waves: [Wave]
    /// Tasks that run at once.
    package let slots: Int

    /// Seconds from start to end.
    package var wallSeconds: Double { waves.reduce(0) { $0 + $1.wallSeconds } }
    /// Seconds of work.
    package var workSeconds: Double { waves.reduce(0) { $0 + $1.workSeconds } }
    /// Share of slots times wall that is work, 0 to 1.
    package var efficiency: Double { wallSeconds > 0 ? workSeconds / (wallSeconds * Double(slots)) : 0 }
    /// Seconds that no number of slots would shorten: the longest task of each wave, one after the other.
    package var criticalSeconds: Double { waves.reduce(0) { $0 + $1.longestSeconds } }

    /// Foretells waves whose units are known.
    ///
    /// - Parameters:
    ///   - waves: names and units' seconds.
    ///   - slots: tasks that run at once, at least 1.
    ///   - bundleSeconds: work of a task.
    package init(
        _ waves: [(name: String, seconds: [Double])],
        slots: Int,
        bundleSeconds: Double,
        delays: Delays = Delays()
    ) {
        self.slots = max(slots, 1)
        self.waves = waves.filter { !$0.seconds.isEmpty }.map { name, seconds in
            let units = seconds.indices.map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
            let needs = zip(units, seconds).map { ($0, WorkForecast.Need(seconds: $1, byteCount: 0)) }
            let bundles = SlurmBundling.bundles(
                of: units,
                forecast: WorkForecast(Dictionary(uniqueKeysWithValues: needs)),
                seconds: bundleSeconds
            )
            let tasks = bundles.map { $0.seconds + delays.task + Double($0.units.count) * delays.unit }
            return Wave(
                name: name,
                units: units.count,
                tasks: tasks.count,
                workSeconds: seconds.reduce(0, +),
                longestSeconds: tasks.max() ?? 0,
                wallSeconds: delays.start + ExpectedEffort.duration(of: tasks, workers: max(slots, 1)) + delays.notice
            )
        }
    }

    /// Foretells a job.
    ///
    /// - Parameters:
    ///   - work: what is published; its results calibrate the work of the other ranges.
    ///   - bundleSeconds: work of a task.
    package init(
        job: ResolvedJob,
        source: SourceDescription,
        work: PublishedWork,
        slots: Int,
        bundleSeconds: Double,
        delays: Delays = Delays()
    ) {
        var work = work
        let timeline = source.video.timeline
        if work.plan == nil {
            // Where scenes start is not known yet; ranges are as long as they may be.
            let ranges = RangePlanner(timeline: timeline, job: job).ranges(sceneCuts: [])
            work.plan = Plan(job: job.id, ranges: ranges, sceneCuts: [])
        }
        func seconds(_ stage: Stage, pass: Int = 0, _ ranges: [[Int]]) -> [Double] {
            let units = ranges.map { WorkUnit(stage: stage, pass: pass, ranges: $0) }
            let forecast = WorkForecast(units, job: job, source: source, work: work)
            return units.map { forecast.need(of: $0).seconds }
        }
        let ranges = (work.plan?.ranges ?? []).map { [$0.index] }
        var waves: [(name: String, seconds: [Double])] = []
        if job.needsScout {
            waves.append(("scout", seconds(.scout, RangePlanner.coarseRanges(of: timeline).map { [$0.index] })))
            waves.append(("scout, conclusion", [0.1]))
        }
        if Coordinator.isSinglePass(job) {
            waves.append(("encode", seconds(.encode, pass: 1, ranges)))
        } else {
            waves.append(("analyse", seconds(.analyse, pass: 1, ranges)))
            let encodes = seconds(.encode, pass: 2, ranges)
            // A fifth goes first, as the rate control has it: of middle length.
            let count = ranges.count < 4 ? 0 : max(2, ranges.count / 10 * 2)
            let order = encodes.indices.sorted { (encodes[$0], $0) < (encodes[$1], $1) }
            let sample = Set(order.dropFirst((order.count - count) / 2).prefix(count))
            waves.append(("encode, sample", encodes.indices.filter { sample.contains($0) }.map { encodes[$0] }))
            waves.append(("encode", encodes.indices.filter { !sample.contains($0) }.map { encodes[$0] }))
            if job.passes.maximum > 2 {
                // Half of what the job allows for further passes, in ranges of every length.
                let share = min(job.passes.budget, 1) / 2
                let again = max(Int((Double(encodes.count) * share).rounded()), 1)
                let step = max(encodes.count / again, 1)
                waves.append(("encode again", stride(from: 0, to: encodes.count, by: step).map { encodes[order[$0]] }))
            }
        }
        waves.append(("mux", seconds(.mux, [[]])))
        if let plan = work.plan {
            let bundles = Coordinator.verificationBundles(of: plan, verification: job.verification)
            waves.append(("verify", seconds(.verify, bundles)))
        }
        let wide = job.slurm?.cpus ?? 1
        self.init(waves, slots: slots, bundleSeconds: bundleSeconds * Double(wide), delays: delays)
    }
}
