package import JobDocuments
package import Jobs
package import Media
import Platform
import RateControl
import RateModel

/// What work units are expected to take: what engines make bundles by and ask clusters for. Nothing of the film depends
/// on it.
package struct WorkForecast: Hashable, Sendable {
    /// What one unit is expected to take.
    package struct Need: Hashable, Sendable {
        /// Seconds on a slot.
        package var seconds: Double
        /// Bytes of memory.
        package var byteCount: Int

        /// Creates a need.
        package init(seconds: Double, byteCount: Int) {
            self.seconds = seconds
            self.byteCount = byteCount
        }
    }

    /// Needs by unit, whatever the attempt.
    private var needs: [WorkUnit: Need] = [:]

    /// Foretells nothing: every unit takes a minute and a gigabyte.
    package init() {}

    /// Needs by unit, as given.
    package init(_ needs: [WorkUnit: Need]) {
        for (unit, need) in needs { self.needs[unit.work] = need }
    }

    /// What a unit is expected to take.
    package func need(of unit: WorkUnit) -> Need {
        needs[unit.work] ?? Need(seconds: 60, byteCount: 1 << 30)
    }

    // MARK: - From what is published

    /// Nanoseconds of one processor for a luma sample of a picture, where nothing was measured yet: rough, and right
    /// within a factor of a few. From the measurements behind `ExpectedEffort`, with half of its samples coded.
    private static let nanosecondsPerSample: [Stage: Double] = [
        .scout: 6, .analyse: 25, .encode: 100, .mux: 0.2, .verify: 20,
    ]

    /// How much longer than `medium` x265's presets take, roughly.
    static let slowness: [String: Double] = [
        "ultrafast": 0.12, "superfast": 0.18, "veryfast": 0.35, "faster": 0.4, "fast": 0.55, "medium": 1, "slow": 2.3,
        "slower": 6, "veryslow": 10, "placebo": 20,
    ]

    /// Foretells the units of a wave: time from pictures and bits, calibrated by results of the same stage; memory as
    /// the largest that was measured there with a quarter more, or as it is estimated.
    ///
    /// - Parameters:
    ///   - units: what is to be done.
    ///   - work: what is published.
    package init(_ units: [WorkUnit], job: ResolvedJob, source: SourceDescription, work: PublishedWork) {
        let samples = job.encoder.size.width * job.encoder.size.height
        let sourceSamples = source.video.size.width * source.video.size.height
        let effort = ExpectedEffort(pictureSamples: samples)
        let estimate = WorkerMemory.estimatedByteCount(settings: job.encoder, sourceSize: source.video.size)
        let passes = Set(work.allocations.map(\.pass))
        let targets = Dictionary(uniqueKeysWithValues: passes.map { ($0, work.targets(pass: $0)) })
        let pipeline = Pipeline(job)
        for stage in Set(units.map(\.stage)) {
            let isCoded = stage.isPass
            let ranges = pipeline.ranges(of: stage, in: source.video.timeline, work.plan)
            let nanoseconds = Self.nanosecondsPerSample[stage] ?? 100
            // Effort of a unit in its own measure: seconds of a processor, before they are calibrated.
            func raw(_ unit: WorkUnit) -> Double {
                let frames = unit.ranges.reduce(0) { sum, range in
                    sum + (ranges[safely: range]?.frames.count ?? 0)
                }
                guard isCoded else {
                    let all = unit.ranges.isEmpty ? source.video.timeline.count : frames
                    return Double(all) * Double(stage == .scout ? sourceSamples : samples) * nanoseconds / 1e9
                }
                let efforts = unit.ranges.reduce(0) { sum, range in
                    sum
                        + effort.effort(
                            frames: work.plan?.ranges[safely: range]?.frames.count ?? 0,
                            bits: targets[unit.pass]?[range]?.targetBits,
                            codedShare: work.result(pass: 1, range: range)?.rateCurve?.codedShare ?? 0.5
                        )
                }
                return efforts * nanoseconds / 11 / 1e9 * (stage == .encode ? Self.slowness[job.encoder.speed] ?? 1 : 1)
            }
            let measured = isCoded ? Self.results(of: stage, job, work) : []
            let expected = measured.reduce(0) { $0 + raw(WorkUnit(stage: stage, pass: $1.pass, ranges: [$1.range])) }
            // By the clock: that is how long a slot is taken, whatever the encoder waits for.
            let taken = measured.reduce(0) { $0 + $1.cost.wallSeconds }
            let correction = expected > 0 && taken > 0 ? taken / expected : 1
            let most = measured.map(\.cost.maximumResidentBytes).max() ?? 0
            let byteCount = most > 0 ? most / 4 * 5 : estimate
            for unit in units where unit.stage == stage {
                needs[unit.work] = Need(seconds: raw(unit) * correction, byteCount: byteCount)
            }
        }
    }

    /// The results that were measured of a stage.
    private static func results(of stage: Stage, _ job: ResolvedJob, _ work: PublishedWork) -> [RangeResult] {
        let pipeline = Pipeline(job)
        return work.results.keys.sorted().filter { pipeline.stage(ofPass: $0) == stage }
            .flatMap { pass in (work.results[pass] ?? [:]).values.sorted { $0.range < $1.range } }
    }
}
