package import JobDocuments
package import Jobs
package import Media

extension ClusterSimulation {
    /// What is known of a job's work.
    package struct Knowledge: Sendable {
        /// What is published.
        package var work = PublishedWork()
        /// Seconds that published units took.
        package var seconds: [WorkUnit: Double] = [:]
        /// What the work of another job took, for what is not published of this one.
        package var rates: WorkRates?
        /// What the engine expects of every unit in place of its own estimate: that of a trial.
        package var expectedSeconds: Double?

        /// Nothing.
        package init() {}
    }

    /// Simulates a job: the waves still to come from estimates, those that are published with what each unit took.
    ///
    /// - Parameters:
    ///   - knowledge: what is published comes first, then the rates of another job, then an estimate from the pictures.
    ///   - slots: units that can run at once.
    ///   - options: what is asked of Slurm: the manifest's over the site's.
    package init(
        job: ResolvedJob,
        source: SourceDescription,
        knowledge: Knowledge,
        slots: Int,
        options: SlurmOptions,
        delays: EngineDelays = EngineDelays()
    ) {
        var knowledge = knowledge
        let timeline = source.video.timeline
        if knowledge.work.plan == nil {
            // Where scenes start is not known yet; ranges are as long as they may be.
            let ranges = RangePlanner(timeline: timeline, job: job).ranges(sceneCuts: [])
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
