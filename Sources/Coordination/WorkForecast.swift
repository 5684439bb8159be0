package import JobDocuments
package import Jobs
package import Media
import Platform
import RateControl
import RateModel

/// The expected time and memory of work units. Engines use it to bundle units and to request resources of clusters. The
/// film does not depend on it.
package struct WorkForecast: Hashable, Sendable {
    /// The expected time and memory of one unit.
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

    /// Needs by unit without attempt.
    private var needs: [WorkUnit: Need] = [:]

    /// A forecast without any knowledge: every unit takes a minute and a gibibyte.
    package init() {}

    /// A forecast of given needs.
    package init(_ needs: [WorkUnit: Need]) {
        for (unit, need) in needs { self.needs[unit.work] = need }
    }

    /// The expected time and memory of a unit.
    package func need(of unit: WorkUnit) -> Need {
        needs[unit.work] ?? Need(seconds: 60, byteCount: 1 << 30)
    }

    // MARK: - From what is published

    /// Estimates the units of a wave.
    ///
    /// Time is estimated from pictures and bits, and corrected by the results of the same stage. Memory is a quarter
    /// more than the most that was measured in that stage. Without a measurement it is estimated from the settings.
    ///
    /// - Parameters:
    ///   - units: the units of the wave.
    ///   - work: what is published.
    package init(_ units: [WorkUnit], job: ResolvedJob, source: SourceDescription, work: PublishedWork) {
        let cost = StageCost(job: job, source: source)
        let effort = ExpectedEffort(pictureSamples: job.encoder.size.width * job.encoder.size.height)
        let estimate = WorkerMemory.estimatedByteCount(settings: job.encoder, sourceSize: source.video.size)
        let passes = Set(work.allocations.map(\.pass))
        let targets = Dictionary(uniqueKeysWithValues: passes.map { ($0, work.targets(pass: $0)) })
        let pipeline = Pipeline(job)
        // The effort of a frame without bits, with half of its samples coded: the cost of a stage is for such a frame.
        let usual = effort.effort(frames: 1, bits: nil, codedShare: 0.5)
        for stage in Set(units.map(\.stage)) {
            let ranges = pipeline.ranges(of: stage, in: source.video.timeline, work.plan)
            let secondsPerFrame = cost.secondsPerFrame(stage)
            // Seconds of a processor, before they are corrected by what was measured.
            func expectedSeconds(_ unit: WorkUnit) -> Double {
                guard !unit.ranges.isEmpty else {
                    return stage == .scout
                        ? StageCost.conclusionSeconds : Double(source.video.timeline.count) * secondsPerFrame
                }
                return unit.ranges.reduce(0) { sum, range in
                    let frames = ranges[safely: range]?.frames.count ?? 0
                    guard stage.isPass else { return sum + Double(frames) * secondsPerFrame }
                    let share = work.result(pass: 1, range: range)?.rateCurve?.codedShare ?? 0.5
                    let bits = targets[unit.pass]?[range]?.targetBits
                    return sum + effort.effort(frames: frames, bits: bits, codedShare: share) / usual * secondsPerFrame
                }
            }
            let measured = stage.isPass ? Self.results(of: stage, job, work) : []
            let expected = measured.reduce(0) {
                $0 + expectedSeconds(WorkUnit(stage: stage, pass: $1.pass, ranges: [$1.range]))
            }
            // Wall time: that is how long a slot is occupied, even while the encoder waits.
            let taken = measured.reduce(0) { $0 + $1.cost.wallSeconds }
            let correction = expected > 0 && taken > 0 ? taken / expected : 1
            let most = measured.map(\.cost.maximumResidentBytes).max() ?? 0
            let byteCount = most > 0 ? most / 4 * 5 : estimate
            for unit in units where unit.stage == stage {
                needs[unit.work] = Need(seconds: expectedSeconds(unit) * correction, byteCount: byteCount)
            }
        }
    }

    /// The results of a stage.
    private static func results(of stage: Stage, _ job: ResolvedJob, _ work: PublishedWork) -> [RangeResult] {
        let pipeline = Pipeline(job)
        return work.results.keys.sorted().filter { pipeline.stage(ofPass: $0) == stage }
            .flatMap { pass in (work.results[pass] ?? [:]).values.sorted { $0.range < $1.range } }
    }
}
