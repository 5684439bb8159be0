import Coordination
package import JobDocuments
package import Jobs
package import Media
import Platform

/// The time that the work of a job took for each luma sample of its pictures. With it, another film with the same
/// settings is estimated.
package struct WorkRates: Hashable, Sendable {
    private struct Mux: Hashable {
        var bits: Double
        var seconds: Double
    }

    /// Seconds per luma sample of each measured unit, in film order. Units of another film take these values in turn,
    /// so they vary as much. Each turn begins at another place. So every eighth or every thirty-second unit does not
    /// always get the same few values.
    private var secondsPerSample: [Stage: [Double]] = [:]
    /// Seconds per luma sample that the engine expected of the encodes, in the same order. Its error for another film
    /// is assumed to be the same.
    private var expectedPerSample: [Double] = []
    /// Bits of video of films, and seconds of their mux; the smallest film first.
    private var muxes: [Mux] = []
    /// Bits of video per luma sample.
    private var bitsPerSample: Double?
    /// Number of the parts of a film that these rates are from.
    private var parts = 1

    /// Computes the rates of a job from its measurements.
    ///
    /// - Parameters:
    ///   - measured: the seconds of each unit.
    ///   - work: what is published.
    package init(_ measured: [WorkUnit: Double], job: ResolvedJob, source: SourceDescription, work: PublishedWork) {
        let ordered = measured.sorted {
            ($0.key.pass, $0.key.ranges.first ?? 0) < ($1.key.pass, $1.key.ranges.first ?? 0)
        }
        let forecast = WorkForecast(ordered.map(\.key), job: job, source: source, work: work)
        for (unit, seconds) in ordered where unit.stage.scope != .film {
            let samples = Self.samples(of: unit, job: job, source: source, plan: work.plan)
            // A further pass over a few ranges tells no more than pass 2 over all of them.
            guard samples > 0, !Pipeline.isFurther(pass: unit.pass) else { continue }
            secondsPerSample[unit.stage, default: []].append(seconds / samples)
            if unit.stage == .encode { expectedPerSample.append(forecast.need(of: unit).seconds / samples) }
        }
        guard let mux = work.mux, mux.videoBits > 0 else { return }
        let all = Double(source.video.timeline.count) * Self.pictureSamples(job)
        bitsPerSample = Double(mux.videoBits) / all
        muxes = [Mux(bits: Double(mux.videoBits), seconds: mux.cost.wallSeconds)]
    }

    /// These rates, completed by those of another job for stages that this job did not reach, and with both jobs' times
    /// of the mux.
    package func completed(by other: WorkRates) -> WorkRates {
        var rates = self
        rates.secondsPerSample.merge(other.secondsPerSample) { own, _ in own }
        if rates.expectedPerSample.isEmpty { rates.expectedPerSample = other.expectedPerSample }
        rates.bitsPerSample = bitsPerSample ?? other.bitsPerSample
        rates.muxes = (muxes + other.muxes).sorted { ($0.bits, $0.seconds) < ($1.bits, $1.seconds) }
        return rates
    }

    /// These rates joined with those of another part of the same film: units take all values in turn, and bits are the
    /// mean.
    package func joined(with other: WorkRates) -> WorkRates {
        var rates = withoutMux
        rates.secondsPerSample.merge(other.secondsPerSample) { $0 + $1 }
        rates.expectedPerSample += other.expectedPerSample
        rates.parts = parts + other.parts
        if let own = bitsPerSample, let more = other.bitsPerSample {
            rates.bitsPerSample = (own * Double(parts) + more * Double(other.parts)) / Double(rates.parts)
        } else {
            rates.bitsPerSample = bitsPerSample ?? other.bitsPerSample
        }
        return rates
    }

    /// These rates without the time of the mux: for a few seconds of film, starting takes most of it.
    package var withoutMux: WorkRates {
        var rates = self
        rates.muxes = []
        return rates
    }

    /// Estimated seconds of a unit; nil where no unit of its stage was measured.
    ///
    /// - Parameter place: number of the unit in its wave.
    func seconds(
        of unit: WorkUnit,
        place: Int,
        job: ResolvedJob,
        source: SourceDescription,
        plan: Plan?
    ) -> Double? {
        if unit.stage.scope == .film {
            return bits(job: job, source: source).flatMap(muxSeconds)
        }
        guard let rates = secondsPerSample[unit.stage], !rates.isEmpty else { return nil }
        return rates[Self.turn(place, of: rates.count)] * Self.samples(of: unit, job: job, source: source, plan: plan)
    }

    /// Seconds that the engine is assumed to expect of an encode with this job's rates; nil where none was measured.
    ///
    /// - Parameter place: number of the unit in its wave.
    func expectedSeconds(
        of unit: WorkUnit,
        place: Int,
        job: ResolvedJob,
        source: SourceDescription,
        plan: Plan?
    ) -> Double? {
        guard unit.stage == .encode, let count = secondsPerSample[.encode]?.count, count == expectedPerSample.count,
            count > 0
        else { return nil }
        let rate = expectedPerSample[Self.turn(place, of: count)]
        return rate * Self.samples(of: unit, job: job, source: source, plan: plan)
    }

    /// The measured unit whose value a unit takes. Every turn has each measured unit once, in film order. The first
    /// turn begins with the first unit, each later turn with a pseudo-random one that depends on the turn's number.
    ///
    /// If each turn began one place later, the pattern would repeat after as many turns as there are measured units.
    /// With four of them, a task that has every sixteenth unit would only get one value, which no film does.
    private static func turn(_ place: Int, of count: Int) -> Int {
        let turn = place / count
        guard turn > 0 else { return place }
        var chance = SeededGenerator(seed: UInt64(turn))
        return (place + chance.index(below: count)) % count
    }

    /// Seconds of the mux of a film. With two films of very different size, the small one shows how long the start
    /// takes. With one film, the time is proportional to the bits.
    private func muxSeconds(_ bits: Double) -> Double? {
        guard let small = muxes.first, let large = muxes.last else { return nil }
        guard large.bits > small.bits * 4, large.seconds > small.seconds else {
            return large.seconds / large.bits * bits
        }
        let pace = (large.seconds - small.seconds) / (large.bits - small.bits)
        return max(small.seconds + (bits - small.bits) * pace, 0)
    }

    /// Bits of a film: those of its average rate, or else as many per luma sample as in the measured film.
    package func bits(job: ResolvedJob, source: SourceDescription) -> Double? {
        if case .average(let rate) = job.rate { return Double(rate) * source.video.timeline.timeRange.duration.seconds }
        return bitsPerSample.map { $0 * Double(source.video.timeline.count) * Self.pictureSamples(job) }
    }

    private static func pictureSamples(_ job: ResolvedJob) -> Double {
        Double(job.encoder.size.width) * Double(job.encoder.size.height)
    }

    /// Luma samples of a unit's pictures: the source's in the scout, or else the film's.
    private static func samples(of unit: WorkUnit, job: ResolvedJob, source: SourceDescription, plan: Plan?) -> Double {
        let isScout = unit.stage == .scout
        let ranges = Pipeline(job).ranges(of: unit.stage, in: source.video.timeline, plan)
        let frames = unit.ranges.reduce(0) { $0 + (ranges[safely: $1]?.frames.count ?? 0) }
        let size = source.video.size
        return Double(frames) * (isScout ? Double(size.width) * Double(size.height) : pictureSamples(job))
    }
}
