import HEVC
import ISOMedia
import Media

/// Simulates the buffer that a film's buffering period and picture timing messages describe.
struct TimingProof {
    /// What a finding is about. At most `findingsPerKind` of a kind are listed.
    private enum Kind: Hashable {
        case timingCount, periodCount, removalDelay, outputDelay, initialDelay, delaySum, arrival
    }

    private static let findingsPerKind = 3

    /// What is wrong, one sentence each.
    private(set) var findings: [String] = []

    private let timescale: Int32
    private let clock: CodedTiming
    private let setBits: Int
    private let longestDelay: Int
    private var buffer: DecoderBuffer
    private var counts: [Kind: Int] = [:]
    private var isFirst = true
    /// Removal time of the last access unit that began a buffering period, in ticks of the film.
    private var periodTick: Int64 = 0
    /// Output delay of the first picture, in the film's ticks and in the stream's.
    private var shift: (film: Int64, stream: Int)?
    private var sum: Int?

    init(_ limits: BufferLimits, _ timescale: Int32, _ clock: CodedTiming, setBits: Int) {
        self.timescale = timescale
        self.clock = clock
        self.setBits = setBits
        longestDelay = BufferSchedule.longestDelay(limits)
        buffer = DecoderBuffer(limits, timescale: timescale)
    }

    mutating func add(
        _ sample: FilmUnderTest.Sample,
        number: Int,
        _ periods: [BufferingPeriod],
        _ timings: [PictureTiming]
    ) {
        guard timings.count == 1 else {
            return find(.timingCount, "has \(timings.count) picture timing messages instead of one", number)
        }
        if sample.isSync, periods.count != 1 {
            find(.periodCount, "has \(periods.count) buffering period messages instead of one", number)
        }
        checkRemoval(sample, number, timings[0])
        checkOutput(sample, number, timings[0])
        if let period = periods.first { begin(period, sample, number) }
        buffer.remove(bits: sample.byteCount * 8 + (sample.isSync ? setBits : 0), at: sample.decodeTick)
        if buffer.bits < 0 { find(.arrival, "arrives \(-buffer.bits) bits after its removal", number) }
        isFirst = false
    }

    /// The removal delay counts from the removal of the unit that began the last buffering period.
    private mutating func checkRemoval(_ sample: FilmUnderTest.Sample, _ number: Int, _ timing: PictureTiming) {
        guard !isFirst else { return }
        guard isEqual(timing.removalDelay, sample.decodeTick - periodTick) else {
            return find(
                .removalDelay,
                "has a removal delay of \(timing.removalDelay) ticks, which is not its decode time",
                number
            )
        }
    }

    /// Output times are later than the film's presentation times by the same amount as for the first picture.
    private mutating func checkOutput(_ sample: FilmUnderTest.Sample, _ number: Int, _ timing: PictureTiming) {
        let film = sample.presentationTick - sample.decodeTick
        guard let shift else {
            shift = (film, timing.outputDelay)
            return
        }
        guard isEqual(timing.outputDelay - shift.stream, film - shift.film) else {
            return find(
                .outputDelay,
                "has an output delay of \(timing.outputDelay) ticks, which is not its presentation time",
                number
            )
        }
    }

    private mutating func begin(_ period: BufferingPeriod, _ sample: FilmUnderTest.Sample, _ number: Int) {
        let longest = min(isFirst ? longestDelay : buffer.delay(at: sample.decodeTick), longestDelay)
        if period.delay < 1 || period.delay > longest {
            find(
                .initialDelay,
                "has an initial delay of \(period.delay) ticks of 90 kHz instead of 1 to \(longest)",
                number
            )
        }
        if sum ?? (period.delay + period.offset) != period.delay + period.offset
            || period.delay + period.offset > longestDelay
        {
            find(.delaySum, "changes the sum of initial delay and offset, or exceeds the buffer with it", number)
        }
        sum = sum ?? (period.delay + period.offset)
        if isFirst {
            buffer = DecoderBuffer(buffer.limits, timescale: timescale, bits: buffer.limits.bufferBits)
        }
        buffer.beginPeriod(at: sample.decodeTick, delay: period.delay)
        periodTick = sample.decodeTick
    }

    /// Whether a duration in ticks of the stream's clock equals one in ticks of the film.
    private func isEqual(_ stream: Int, _ film: Int64) -> Bool {
        Int128(stream) * Int128(clock.unitsInTick) * Int128(timescale) == Int128(film) * Int128(clock.timescale)
    }

    private mutating func find(_ kind: Kind, _ problem: String, _ number: Int) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.findingsPerKind { findings.append("sample \(number) \(problem)") }
    }
}
