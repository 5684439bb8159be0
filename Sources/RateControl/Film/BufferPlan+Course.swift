import Media
import RateModel

/// The walk that finds the quantiser of each stretch.
extension BufferPlan {
    /// What the buffer holds while stretches pass.
    private struct Level {
        /// Bits before the first unit that has not passed.
        var bits: Double
        /// Fewest bits that a unit of the last stretch left.
        var least = Double.infinity
        /// The last stretch during which bits were lost because the buffer was full; nil for none.
        var lastFull: Int?
    }

    /// The quantiser of each stretch, none finer than a given one.
    ///
    /// Every part of the course begins where the previous one ended: where the buffer is full or at its reserve, or at
    /// the film's start.
    func course(finest limit: Double) -> [Double] {
        var quantizers: [Double] = []
        var level = Level(bits: Double(limits.initialBits))
        while quantizers.count < stretches.count {
            let part = part(from: quantizers.count, level, limit: limit)
            for index in quantizers.count...part.last {
                pass(index...index, quantizer: part.quantizer, &level)
                quantizers.append(part.quantizer)
            }
            level.lastFull = nil
        }
        return quantizers
    }

    /// The part of the course that begins with a stretch: its last stretch and its quantiser.
    ///
    /// The quantiser rises where less than the reserve would be left. The part ends where bits would be lost: if the
    /// quantiser had risen before, it ends where that was, with the buffer at its reserve. If the quantiser cannot rise
    /// without losing bits earlier, the part ends there, with a full buffer.
    private func part(from first: Int, _ start: Level, limit: Double) -> (last: Int, quantizer: Double) {
        var quantizer = limit
        var risen: Int?
        var level = start
        for index in first..<stretches.count {
            pass(index...index, quantizer: quantizer, &level)
            if level.least < reserveBits, quantizer < Self.numbers.coarsest {
                let raised = leastQuantizer(first...index, start, from: quantizer)
                if raised > quantizer {
                    if index > first, let full = full(first...index - 1, start, fine: quantizer, coarse: raised) {
                        return full
                    }
                    (quantizer, risen) = (raised, index)
                    level = start
                    pass(first...index, quantizer: quantizer, &level)
                }
            }
            if level.lastFull == index { return (risen ?? index, quantizer) }
        }
        return (stretches.count - 1, quantizer)
    }

    /// Where bits would be lost first as the quantiser of some stretches rises, and the coarsest quantiser at which
    /// they are not; nil if none are lost up to `coarse`.
    private func full(
        _ indices: ClosedRange<Int>,
        _ start: Level,
        fine: Double,
        coarse: Double
    ) -> (last: Int, quantizer: Double)? {
        func lastFull(_ quantizer: Double) -> Int? {
            var level = start
            pass(indices, quantizer: quantizer, &level)
            return level.lastFull
        }
        guard lastFull(coarse) != nil else { return nil }
        let bound = solve(fine, coarse) { lastFull($0) == nil }
        return lastFull(bound.coarse).map { ($0, bound.fine) }
    }

    private var reserveBits: Double { Double(limits.bufferBits) * Self.reserve }

    /// The finest quantiser at which the last of some stretches leaves the reserve, or, where no quantiser does, as
    /// much as it can.
    private func leastQuantizer(_ indices: ClosedRange<Int>, _ start: Level, from quantizer: Double) -> Double {
        func least(_ quantizer: Double) -> Double {
            var level = start
            pass(indices, quantizer: quantizer, &level)
            return level.least
        }
        let most = least(Self.numbers.coarsest)
        let wanted = min(reserveBits, most - Double(limits.bufferBits) * Self.numbers.leastMiss)
        guard least(quantizer) < wanted else { return quantizer }
        return solve(quantizer, Self.numbers.coarsest) { least($0) < wanted }.coarse
    }

    /// The quantisers on both sides of the place up to which a condition holds.
    private func solve(_ fine: Double, _ coarse: Double, _ holds: (Double) -> Bool) -> (fine: Double, coarse: Double) {
        var (fine, coarse) = (fine, coarse)
        while coarse - fine > Self.numbers.quantizerStep {
            let middle = (fine + coarse) / 2
            if holds(middle) { fine = middle } else { coarse = middle }
        }
        return (fine, coarse)
    }

    /// Lets stretches with one quantiser pass.
    private func pass(_ indices: ClosedRange<Int>, quantizer: Double, _ level: inout Level) {
        let size = Double(limits.bufferBits)
        var (range, bits) = (-1, 0.0)
        for index in indices {
            let stretch = stretches[index]
            let entry = entries[stretch.range]
            if stretch.range != range, entry.encoded == nil { (range, bits) = (stretch.range, entry.bits(quantizer)) }
            level.least = .infinity
            var arrival = stretch.firstUnit
            for unit in stretch.units {
                let taken = if let encoded = entry.encoded { Double(encoded[unit]) } else { entry.shares[unit] * bits }
                level.bits -= taken
                if level.bits < level.least { level.least = level.bits }
                level.bits += arrivals[arrival]
                arrival += 1
                if level.bits > size { (level.bits, level.lastFull) = (size, index) }
            }
        }
    }
}
