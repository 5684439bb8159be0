package import JobDocuments
package import Jobs
package import Media

extension ClusterSimulation {
    /// What is known about a job's work.
    package struct Knowledge: Sendable {
        /// What is published.
        package var work = PublishedWork()
        /// Seconds that published units took.
        package var seconds: [WorkUnit: Double] = [:]
        /// The time that the work of another job took, for units that are not published.
        package var rates: WorkRates?
        /// Seconds that the engine expects of every unit, instead of its own estimate, as in a trial.
        package var expectedSeconds: Double?

        /// Creates an empty value.
        package init() {}
    }

    /// Simulates a job. Published units take the time that was measured; the time of the others is estimated.
    ///
    /// - Parameters:
    ///   - knowledge: published times are used first, then the rates of another job, then an estimate from the
    ///     pictures.
    ///   - slots: units that can run at the same time.
    ///   - options: options for Slurm: those of the manifest, or else those of the site.
    package init(
        job: ResolvedJob,
        source: SourceDescription,
        knowledge: Knowledge,
        slots: Int,
        options: SlurmOptions,
        delays: EngineDelays = EngineDelays()
    ) {
        var knowledge = knowledge
        if knowledge.work.plan == nil {
            // Scene cuts are not known yet, so ranges have their maximum length.
            let ranges = RangePlanner(source: source, job: job).ranges(sceneCuts: [])
            knowledge.work.plan = Plan(job: job.id, ranges: ranges, sceneCuts: [])
        }
        let forecaster = WaveForecaster(job: job, source: source, knowledge: knowledge)
        self.init(
            forecaster.waves,
            slots: slots,
            bundleSeconds: options.bundleSeconds ?? SlurmOptions.standardBundleSeconds,
            processors: options.cpus ?? 1,
            knownSlots: options.slots,
            rangeCount: knowledge.work.plan?.ranges.count ?? 0,
            delays: delays
        )
    }
}
