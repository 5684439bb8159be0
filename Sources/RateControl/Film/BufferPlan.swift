import Media
import RateModel

/// Plans the quantisers of a film so that a decoder's buffer does not run dry, and gives the fullness of the buffer at
/// each seam.
///
/// Equal quantisers cost least. So the film has one quantiser wherever the buffer permits. It may rise only where the
/// buffer is full and fall only where it is at its reserve: at any other place, bits could be moved so that both sides
/// come closer together. From one such place to the next, the quantiser is constant. There is exactly one such course
/// for each finest quantiser, and it is found in one walk through the film (`course`). A film with a budget has the
/// finest quantiser at which it takes its bits.
///
/// A stretch is half a second of a range. So a hard scene after a quiet one in the same range does not make both
/// coarser. Actual bits differ from expected bits. That is the reason for the reserve, and encodes are judged by their
/// actual bits.
struct BufferPlan {
    /// One range with what is known about it.
    struct Entry {
        /// Share of each access unit in the range's bits, in decode order; they add up to 1.
        let shares: [Double]
        /// Bits of the range at a quantiser, which may be below 0; they fall as it rises.
        let bits: (Double) -> Double
        /// The bits of each unit, if the range is encoded; nil for a range that is still to be planned.
        let encoded: [Int]?
    }

    /// The plan of one range.
    struct Range: Hashable {
        /// By how much its quantiser is above the film's: the mean over its stretches, weighted by their bits.
        var offset = 0.0
        /// Bits that it takes.
        var bits = 0.0
        /// Bits in the buffer before its first unit.
        var startBits = 0
        /// Fewest bits that one of its units leaves in the buffer.
        var leastBits = 0
    }

    /// Some units of a range that share a quantiser.
    struct Stretch {
        let range: Int
        /// Places in the range.
        let units: Swift.Range<Int>
        /// Place of the first one in the film's decode order.
        let firstUnit: Int
    }

    private let buffer: FilmBuffer
    var limits: BufferLimits { buffer.limits }
    let entries: [Entry]
    /// The film's quantiser: that of every stretch that the bounds do not limit.
    private(set) var quantizer = 0.0
    /// In film order.
    private(set) var ranges: [Range]
    let stretches: [Stretch]
    /// Bits that arrive between the removal of each unit of the film and that of the next one, less those of its
    /// dynamic HDR metadata.
    let arrivals: [Double]

    static let numbers = RateModelParameters.standard.buffer
    static let reserve = numbers.reserve

    /// Plans for a number of bits, as far as the bounds permit.
    init(_ buffer: FilmBuffer, entries: [Entry], filmBits: Double) {
        self.init(buffer, entries)
        // Without bounds the film takes its bits at this quantiser; with bounds it takes fewer.
        quantizer = EncoderRateModel.solve { quantizer in
            entries.reduce(-filmBits) {
                $0 + ($1.encoded.map { Double($0.reduce(0, +)) } ?? $1.bits(quantizer))
            }
        }
        var planned = course(finest: quantizer)
        if bits(of: planned) < filmBits * (1 - Self.numbers.leastMiss) {
            var (fine, coarse) = (Self.numbers.finest, quantizer)
            while coarse - fine > Self.numbers.quantizerStep {
                let middle = (fine + coarse) / 2
                if bits(of: course(finest: middle)) > filmBits { fine = middle } else { coarse = middle }
            }
            // Where no quantiser is fine enough, the film takes what the bounds permit.
            quantizer = coarse - Self.numbers.finest > Self.numbers.quantizerStep ? coarse : Self.numbers.finest
            planned = course(finest: quantizer)
        }
        settle(planned)
    }

    /// Plans for a quantiser. Only stretches that the bounds limit depart from it.
    init(_ buffer: FilmBuffer, entries: [Entry], quantizer: Double) {
        self.init(buffer, entries)
        self.quantizer = quantizer
        settle(course(finest: quantizer))
    }

    private init(_ buffer: FilmBuffer, _ entries: [Entry]) {
        self.buffer = buffer
        self.entries = entries
        ranges = entries.map { _ in Range() }
        let frames = buffer.timeline.averageRate.framesPerSecond * Self.numbers.stretchSeconds
        let length = max(Int(frames.rounded()), Self.numbers.leastStretchFrames)
        var stretches: [Stretch] = []
        var unit = 0
        for (range, entry) in entries.enumerated() {
            for start in stride(from: 0, to: entry.shares.count, by: length) {
                let units = start..<min(start + length, entry.shares.count)
                stretches.append(Stretch(range: range, units: units, firstUnit: unit + start))
            }
            unit += entry.shares.count
        }
        self.stretches = stretches
        let timeline = buffer.timeline
        let ticks = (0...unit).map { Double(timeline.tick(of: min($0, timeline.count))) }
        let bitsPerTick = Double(buffer.limits.bitsPerSecond) / Double(timeline.timescale)
        arrivals = zip(ticks, ticks.dropFirst()).map {
            max($1 - $0, 0) * bitsPerTick - Double(buffer.metadataBits)
        }
    }

    /// Bits of the film, with the quantiser of each stretch.
    private func bits(of quantizers: [Double]) -> Double {
        zip(stretches, quantizers).reduce(0) { sum, entry in
            sum + units(of: entry.0, quantizer: entry.1).reduce(0, +)
        }
    }

    /// The bits of each unit of a stretch.
    private func units(of stretch: Stretch, quantizer: Double) -> [Double] {
        let entry = entries[stretch.range]
        if let encoded = entry.encoded { return encoded[stretch.units].map(Double.init) }
        let bits = entry.bits(quantizer)
        return entry.shares[stretch.units].map { $0 * bits }
    }

    /// Runs the film through the buffer and stores the plan of each range.
    ///
    /// - Parameter quantizers: that of each stretch.
    private mutating func settle(_ quantizers: [Double]) {
        var units: [[Int]] = entries.map { _ in [] }
        for (stretch, own) in zip(stretches, quantizers) {
            let bits = self.units(of: stretch, quantizer: own)
            units[stretch.range] += bits.map { Int($0.rounded()) }
            guard entries[stretch.range].encoded == nil else { continue }
            let sum = bits.reduce(0, +)
            ranges[stretch.range].bits += sum
            ranges[stretch.range].offset += sum * (own - quantizer)
        }
        let passage = buffer.passage(of: units)
        for (index, part) in passage.parts.enumerated() {
            if let encoded = entries[index].encoded { ranges[index].bits = Double(encoded.reduce(0, +)) }
            ranges[index].offset /= max(ranges[index].bits, 1)
            ranges[index].startBits = part.startBits
            ranges[index].leastBits = part.leastBits
        }
    }
}
