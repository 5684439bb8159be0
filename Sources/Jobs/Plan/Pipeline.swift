package import Media

/// The stages of a job, in order, and the units of each.
///
/// Job directory, progress, dry run, simulation and the estimate of disk space use this list. `Coordinator+Steps`
/// decides from published work which step is next. Docs/Architecture.md lists what a new stage needs.
package struct Pipeline: Hashable, Sendable {
    /// Which units of its stage a step has.
    package enum Extent: Hashable, Sendable {
        /// Every unit of the stage.
        case whole
        /// One unit without ranges, which combines the results of all ranges.
        case conclusion
        /// Every range, in several waves: the results of each correct the targets of the next.
        case steps
        /// The ranges that get a further pass.
        case missedRanges
    }

    /// The units of one stage, which follow those of the previous step.
    package struct Step: Hashable, Sendable {
        /// What the units do.
        package let stage: Stage
        /// Number of the pass; 0 for a stage without passes.
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

    /// Every step that the job can have, including further passes.
    package var steps: [Step] {
        let scout = hasScout ? [Step(.scout), Step(.scout, .conclusion)] : []
        return scout + passes + [Step(.mux)] + (job.verification == .none ? [] : [Step(.verify)])
    }

    /// The steps that work on ranges of the plan, by pass.
    package var passes: [Step] {
        guard hasAnalysis else { return [Step(.encode, pass: 1)] }
        return [Step(.analyse, pass: 1), Step(.encode, pass: 2, .steps)]
            + furtherPasses.map { Step(.encode, pass: $0, .missedRanges) }
    }

    /// The stages of the job, in order, each once.
    package var stages: [Stage] {
        let found = Set(steps.map(\.stage))
        return Stage.allCases.filter(found.contains)
    }

    /// True if the film is decoded once before it is planned.
    package var hasScout: Bool { job.needsScout }

    /// True if the scout encodes parts of the film roughly, which show how many bits the film and its ranges take.
    package var hasScoutEncode: Bool {
        if job.scoutNeeds?.rate != nil { return hasScout }
        guard case .average = job.rate else { return false }
        return hasScout && hasAnalysis
    }

    /// True if pass 1 is an analysis, whose samples are not kept. The rate control may give it no targets.
    package var hasAnalysis: Bool { !job.isSinglePass }

    /// The first pass whose samples can become the film.
    package var firstEncodingPass: Int { hasAnalysis ? 2 : 1 }

    /// Every pass whose samples can become the film.
    package var encodingPasses: ClosedRange<Int> {
        firstEncodingPass...max(job.passes.maximum, firstEncodingPass)
    }

    /// The passes over ranges that missed their target.
    package var furtherPasses: Range<Int> {
        let first = Self.firstFurtherPass
        return hasAnalysis ? first..<max(job.passes.maximum + 1, first) : first..<first
    }

    private static let firstFurtherPass = 3

    /// Whether a pass is one over ranges that missed their target. The passes before it are over the whole film.
    package static func isFurther(pass: Int) -> Bool { pass >= firstFurtherPass }

    /// What a pass over ranges does, by its number from 1.
    package func stage(ofPass pass: Int) -> Stage { hasAnalysis && pass == 1 ? .analyse : .encode }

    // MARK: - How much of the film

    /// Largest share of the film that further passes may encode again.
    package var repeatableShare: Double { furtherPasses.isEmpty ? 0 : min(job.passes.budget, 1) }

    /// Share of the film that further passes are expected to encode again: a quarter of their limit, because often
    /// there are none.
    package var expectedFurtherShare: Double { repeatableShare / 4 }

    /// How often a stage is expected to process the film; 0 for a stage that the job does not have.
    package func expectedShare(of stage: Stage) -> Double {
        switch stage {
        case .scout: hasScout ? 1 : 0
        case .analyse: hasAnalysis ? 1 : 0
        case .encode: 1 + expectedFurtherShare
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

    /// The ranges to which the units of a stage refer: coarse ranges for the scout, otherwise those of the plan.
    ///
    /// - Parameter plan: the plan; nil before there is one.
    package func ranges(of stage: Stage, in timeline: FrameTimeline, _ plan: Plan?) -> [PlannedRange] {
        guard stage.scope == .coarseRanges else { return plan?.ranges ?? [] }
        return hasScout ? RangePlanner.coarseRanges(of: timeline) : []
    }

    /// The ranges of each unit of a stage over the whole film; the mux has one unit, without ranges.
    package func units(of stage: Stage, in timeline: FrameTimeline, _ plan: Plan?) -> [[Int]] {
        if stage.scope == .film { return [[]] }
        if stage == .verify { return plan.map(verificationBundles) ?? [] }
        return ranges(of: stage, in: timeline, plan).map { [$0.index] }
    }

    /// The verification of a sample decodes every fourth range.
    private static let sampledRange = 4
    /// Number of luma samples that are enough for a unit of the verification: a few seconds of work.
    private static let verifiedSamples = 5e8

    /// The ranges that each unit of the verification decodes: neighbours that take a few seconds of work, and last at
    /// most an eighth of the film and twenty seconds. The unit with range 0 also checks the film as a whole.
    ///
    /// The findings do not depend on the grouping of ranges, because each range starts with a key frame.
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
