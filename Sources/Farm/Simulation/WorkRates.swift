package import Media

/// What the work of a job took, for each sample of its pictures: what the work of another film with the same settings is
/// foretold by.
package struct WorkRates: Hashable, Sendable {
    private struct Mux: Hashable {
        var bits: Double
        var seconds: Double
    }

    /// Seconds for each luma sample, of each unit that was measured, in the order of the film. Units of another film take them in
    /// turn: so they differ as much as those did.
    private var secondsPerSample: [Stage: [Double]] = [:]
    /// Bits of video of the film, and seconds that its mux took.
    private var mux: Mux?
    /// Bits of video for each luma sample of its pictures.
    private var bitsPerSample: Double?
    /// Of how many parts of a film these are the rates.
    private var parts = 1

    /// Reads the rates of a job from what was measured of it.
    ///
    /// - Parameters:
    ///   - measured: seconds by unit.
    ///   - work: what is published.
    package init(_ measured: [WorkUnit: Double], job: ResolvedJob, source: SourceDescription, work: PublishedWork) {
        let ordered = measured.sorted {
            ($0.key.pass, $0.key.ranges.first ?? 0) < ($1.key.pass, $1.key.ranges.first ?? 0)
        }
        for (unit, seconds) in ordered where unit.stage != .mux {
            let samples = Self.samples(of: unit, job: job, source: source, plan: work.plan)
            // A further pass over a few ranges says no more than the first one over all of them.
            guard samples > 0, unit.pass <= 2 else { continue }
            secondsPerSample[unit.stage, default: []].append(seconds / samples)
        }
        guard let mux = work.mux, mux.videoBits > 0 else { return }
        let all = Double(source.video.timeline.count) * Self.pictureSamples(job)
        bitsPerSample = Double(mux.videoBits) / all
        self.mux = Mux(bits: Double(mux.videoBits), seconds: mux.cost.wallSeconds)
    }

    /// These rates, and what another job tells of stages that this one did not reach. Of the two, the job with the larger film says
    /// how fast films are stitched: of a small one, starting takes the most.
    package func completed(by other: WorkRates) -> WorkRates {
        var rates = self
        rates.secondsPerSample.merge(other.secondsPerSample) { own, _ in own }
        rates.bitsPerSample = bitsPerSample ?? other.bitsPerSample
        rates.mux = [mux, other.mux].compactMap(\.self).max { $0.bits < $1.bits }
        return rates
    }

    /// These rates, and those of another part of the same film: units take all of them in turn, and bits are those of the mean.
    package func joined(with other: WorkRates) -> WorkRates {
        var rates = withoutMux
        rates.secondsPerSample.merge(other.secondsPerSample) { $0 + $1 }
        rates.parts = parts + other.parts
        if let own = bitsPerSample, let more = other.bitsPerSample {
            rates.bitsPerSample = (own * Double(parts) + more * Double(other.parts)) / Double(rates.parts)
        } else {
            rates.bitsPerSample = bitsPerSample ?? other.bitsPerSample
        }
        return rates
    }

    /// These rates without how fast films are stitched: of a few seconds of film, starting takes the most.
    package var withoutMux: WorkRates {
        var rates = self
        rates.mux = nil
        return rates
    }

    /// Seconds that a unit of a film is foretold to take; nil where nothing was measured of its stage.
    ///
    /// - Parameter place: number of the unit among those of its wave.
    func seconds(
        of unit: WorkUnit,
        place: Int,
        job: ResolvedJob,
        source: SourceDescription,
        plan: Plan?
    ) -> Double? {
        if unit.stage == .mux {
            guard let mux, let bits = bits(job: job, source: source) else { return nil }
            return mux.seconds / mux.bits * bits
        }
        guard let rates = secondsPerSample[unit.stage], !rates.isEmpty else { return nil }
        return rates[place % rates.count] * Self.samples(of: unit, job: job, source: source, plan: plan)
    }

    /// Bits of a film: as it asks for them, else as many for each sample as the measured one has.
    package func bits(job: ResolvedJob, source: SourceDescription) -> Double? {
        if case .average(let rate) = job.rate { return Double(rate) * source.video.timeline.timeRange.duration.seconds }
        return bitsPerSample.map { $0 * Double(source.video.timeline.count) * Self.pictureSamples(job) }
    }

    private static func pictureSamples(_ job: ResolvedJob) -> Double {
        Double(job.encoder.size.width) * Double(job.encoder.size.height)
    }

    /// Luma samples that a unit looks at: the source's in the scout, else those that are coded.
    private static func samples(of unit: WorkUnit, job: ResolvedJob, source: SourceDescription, plan: Plan?) -> Double {
        let isScout = unit.stage == .scout
        let ranges = isScout ? RangePlanner.coarseRanges(of: source.video.timeline) : plan?.ranges ?? []
        let frames = unit.ranges.reduce(0) { $0 + (ranges[safely: $1]?.frames.count ?? 0) }
        let size = source.video.size
        return Double(frames) * (isScout ? Double(size.width) * Double(size.height) : pictureSamples(job))
    }
}
