import Coordination
package import JobDocuments
package import Jobs
package import Media
import Platform

/// What the work of a job took for each sample of its pictures. It serves to estimate another film with the same
/// settings.
package struct WorkRates: Hashable, Sendable {
    private struct Mux: Hashable {
        var bits: Double
        var seconds: Double
    }

    /// Seconds for each luma sample, of each unit that was measured, in the order of the film. Units of another film
    /// take them in turn, each turn beginning at a place of its own: so they differ as much as those did, and whoever
    /// takes every eighth or every thirty-second unit does not come upon the same few of them again and again.
    private var secondsPerSample: [Stage: [Double]] = [:]
    /// Seconds for each luma sample that the engine expected of the encodes, in the same order. It is assumed to be as
    /// wrong about another film as about this one.
    private var expectedPerSample: [Double] = []
    /// Bits of video of films, and seconds that their mux took; the smallest film first.
    private var muxes: [Mux] = []
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
        let forecast = WorkForecast(ordered.map(\.key), job: job, source: source, work: work)
        for (unit, seconds) in ordered where unit.stage != .mux {
            let samples = Self.samples(of: unit, job: job, source: source, plan: work.plan)
            // A further pass over a few ranges says no more than the first one over all of them.
            guard samples > 0, unit.pass <= 2 else { continue }
            secondsPerSample[unit.stage, default: []].append(seconds / samples)
            if unit.stage == .encode { expectedPerSample.append(forecast.need(of: unit).seconds / samples) }
        }
        guard let mux = work.mux, mux.videoBits > 0 else { return }
        let all = Double(source.video.timeline.count) * Self.pictureSamples(job)
        bitsPerSample = Double(mux.videoBits) / all
        muxes = [Mux(bits: Double(mux.videoBits), seconds: mux.cost.wallSeconds)]
    }

    /// These rates, and what another job tells of stages that this one did not reach, and of how fast films are
    /// stitched.
    package func completed(by other: WorkRates) -> WorkRates {
        var rates = self
        rates.secondsPerSample.merge(other.secondsPerSample) { own, _ in own }
        if rates.expectedPerSample.isEmpty { rates.expectedPerSample = other.expectedPerSample }
        rates.bitsPerSample = bitsPerSample ?? other.bitsPerSample
        rates.muxes = (muxes + other.muxes).sorted { ($0.bits, $0.seconds) < ($1.bits, $1.seconds) }
        return rates
    }

    /// These rates, and those of another part of the same film: units take all of them in turn, and bits are those of
    /// the mean.
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

    /// These rates without how fast films are stitched: of a few seconds of film, starting takes the most.
    package var withoutMux: WorkRates {
        var rates = self
        rates.muxes = []
        return rates
    }

    /// Seconds that a unit of a film is estimated to take; nil where nothing was measured of its stage.
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
            return bits(job: job, source: source).flatMap(stitching)
        }
        guard let rates = secondsPerSample[unit.stage], !rates.isEmpty else { return nil }
        return rates[Self.turn(place, of: rates.count)] * Self.samples(of: unit, job: job, source: source, plan: plan)
    }

    /// Seconds that the engine is assumed to expect of an encode that has this job's rates; nil where none was
    /// measured.
    ///
    /// - Parameter place: number of the unit among those of its wave.
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

    /// Which of the measured units stands for one: every turn has each of them once, the first in their order, the
    /// others from a place that follows from the turn's number as if by chance.
    ///
    /// A place that moved on by one a turn came back after as many turns as there are units: of four, every unit of a
    /// task that has each sixteenth was the same one, which no film does.
    private static func turn(_ place: Int, of count: Int) -> Int {
        let turn = place / count
        guard turn > 0 else { return place }
        var chance = SeededGenerator(seed: UInt64(turn))
        return (place + chance.index(below: count)) % count
    }

    /// Seconds that stitching so many bits takes: of two films of very different size the small one says what starting
    /// takes; of one, all goes with the bits.
    private func stitching(_ bits: Double) -> Double? {
        guard let small = muxes.first, let large = muxes.last else { return nil }
        guard large.bits > small.bits * 4, large.seconds > small.seconds else {
            return large.seconds / large.bits * bits
        }
        let pace = (large.seconds - small.seconds) / (large.bits - small.bits)
        return max(small.seconds + (bits - small.bits) * pace, 0)
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
        let ranges = Pipeline(job).ranges(of: unit.stage, in: source.video.timeline, plan)
        let frames = unit.ranges.reduce(0) { $0 + (ranges[safely: $1]?.frames.count ?? 0) }
        let size = source.video.size
        return Double(frames) * (isScout ? Double(size.width) * Double(size.height) : pictureSamples(job))
    }
}
