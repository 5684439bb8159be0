package import Media

/// The stages that a job goes through, in order, and the units of each.
///
/// This is the one place that knows them. Coordinator, job directory, progress, dry run, simulation and the estimate of
/// disk space ask it. A new stage is a case of `Stage`, a step here, and a type in Worker that does its units.
package struct Pipeline: Hashable, Sendable {
    /// Which units of its stage a step has.
    package enum Extent: Hashable, Sendable {
        /// Every unit of the stage.
        case whole
        /// One unit without ranges, which puts the results of all ranges together.
        case conclusion
        /// Every range, in two waves: a sample first, whose results correct the targets of the rest.
        case sampleThenRest
        /// The ranges that are granted a further pass.
        case missedRanges
    }

    /// Units of one stage that follow those of the step before.
    package struct Step: Hashable, Sendable {
        /// What the units do.
        package let stage: Stage
        /// Number of the pass; 0 where there is none.
        package let pass: Int
        /// Which units there are.
        package let extent: Extent

        fileprivate init(_ stage: Stage, pass: Int = 0, _ extent: Extent = .whole) {
            self.stage = stage
            self.pass = pass
            self.extent = extent
        }
    }

    private let job: ResolvedJob

    /// The pipeline of a job.
    package init(_ job: ResolvedJob) { self.job = job }

    // MARK: - Steps

    /// Every step that the job can have, further passes included.
    package var steps: [Step] {
        let scout = hasScout ? [Step(.scout), Step(.scout, .conclusion)] : []
        return scout + passes + [Step(.mux)] + (job.verification == .none ? [] : [Step(.verify)])
    }

    /// The steps over ranges of the plan, by pass.
    package var passes: [Step] {
        guard hasAnalysis else { return [Step(.encode, pass: 1)] }
        return [Step(.analyse, pass: 1), Step(.encode, pass: 2, .sampleThenRest)]
            + furtherPasses.map { Step(.encode, pass: $0, .missedRanges) }
    }

    /// The stages that the job has, in order, each once.
    package var stages: [Stage] {
        let found = Set(steps.map(\.stage))
        return Stage.allCases.filter(found.contains)
    }

    /// True when the film is decoded once before it is planned.
    package var hasScout: Bool { job.needsScout }

    /// True when pass 1 is an analysis, whose samples are not kept.
    package var hasAnalysis: Bool { !job.isSinglePass }

    /// The first pass whose samples can become the film.
    package var firstEncodingPass: Int { hasAnalysis ? 2 : 1 }

    /// Every pass whose samples can become the film.
    package var encodingPasses: ClosedRange<Int> {
        firstEncodingPass...max(job.passes.maximum, firstEncodingPass)
    }

    /// The passes over ranges that missed their target.
    package var furtherPasses: Range<Int> { hasAnalysis ? 3..<max(job.passes.maximum + 1, 3) : 3..<3 }

    /// What a pass over ranges does, by its number from 1.
    package func stage(ofPass pass: Int) -> Stage { hasAnalysis && pass == 1 ? .analyse : .encode }

    // MARK: - How much of the film

    /// Most of the film that further passes may encode again, as a share of it.
    package var repeatableShare: Double { furtherPasses.isEmpty ? 0 : min(job.passes.budget, 1) }

    /// How often a stage is expected to go over the film: 0 for a stage that the job does not have.
    ///
    /// Further passes are expected to take a quarter of what they may: often there is none.
    package func expectedShare(of stage: Stage) -> Double {
        switch stage {
        case .scout: hasScout ? 1 : 0
        case .analyse: hasAnalysis ? 1 : 0
        case .encode: 1 + repeatableShare / 4
        case .mux: 1
        case .verify: verifiedShare
        }
    }

    private var verifiedShare: Double {
        switch job.verification {
        case .full: 1
        case .sample: 1 / Double(Self.sampledRange)
        case .none: 0
        }
    }

    // MARK: - Units

    /// The ranges that the units of a stage have numbers of: coarse ones in the scout, else the plan's.
    ///
    /// - Parameter plan: the plan, once there is one.
    package func ranges(of stage: Stage, in timeline: FrameTimeline, _ plan: Plan?) -> [PlannedRange] {
        guard stage == .scout else { return plan?.ranges ?? [] }
        return hasScout ? RangePlanner.coarseRanges(of: timeline) : []
    }

    /// The ranges of each unit of a stage over the whole film; the mux has one unit, without ranges.
    package func units(of stage: Stage, in timeline: FrameTimeline, _ plan: Plan?) -> [[Int]] {
        switch stage {
        case .scout, .analyse, .encode: ranges(of: stage, in: timeline, plan).map { [$0.index] }
        case .mux: [[]]
        case .verify: plan.map(verificationBundles) ?? []
        }
    }

    /// A verification of a sample decodes every fourth range.
    private static let sampledRange = 4
    /// Luma samples that a unit of the verification decodes before it is enough: a few seconds of work.
    private static let verifiedSamples = 5e8

    /// The ranges that each unit of the verification decodes: neighbours that are a few seconds of work, and last an
    /// eighth of the film and twenty seconds at most. The unit that has range 0 also checks the film as a whole.
    ///
    /// The findings do not depend on which ranges go together: each range begins with a key frame.
    package func verificationBundles(of plan: Plan) -> [[Int]] {
        let chosen: [PlannedRange] =
            switch job.verification {
            case .full: plan.ranges
            case .sample: plan.ranges.filter { $0.index % Self.sampledRange == 0 }
            case .none: []
            }
        let longest = min(20, plan.timeRange.duration.seconds / 8)
        let pictureSamples = Double(job.encoder.size.width) * Double(job.encoder.size.height)
        var bundles: [[Int]] = []
        var (seconds, samples) = (longest, 0.0)
        for range in chosen {
            if seconds >= longest || samples >= Self.verifiedSamples {
                bundles.append([])
                (seconds, samples) = (0, 0)
            }
            bundles[bundles.count - 1].append(range.index)
            seconds += range.timeRange.duration.seconds
            samples += Double(range.frames.count) * pictureSamples
        }
        return bundles
    }
}
