import Glibc
package import Media

/// Compares pictures of one light coding, with tables for that coding.
package struct LightTables: Hashable, Sendable {
    private let format: PixelFormat
    /// The PU21 value of each luma value.
    private let numbers: [Float]
    /// Weight of a squared difference for each luma value of the source; empty for HLG.
    private let weights: [Double]

    /// The peak of wPSNR: 255, scaled to the bit depth.
    static func weightedPeak(_ bitDepth: Int) -> Double { Double(255 << (bitDepth - 8)) }

    /// Creates the tables for a format.
    package init(_ coding: LightCoding, format: PixelFormat, isFullRange: Bool) {
        self.format = format
        let depth = format.bitDepth
        let values = 0..<1 << depth
        let (black, steps) =
            isFullRange ? (0.0, Double(values.upperBound - 1)) : (Double(16 << (depth - 8)), Double(219 << (depth - 8)))
        numbers = values.map { value in
            Float(PerceptualUniformity.value(of: coding.luminance(of: (Double(value) - black) / steps)))
        }
        weights = coding == .perceptualQuantizer ? values.map { Self.weight(of: $0 << (10 - depth)) } : []
    }

    /// The weight at a PQ luma value of ten bits (JVET-H1002 annex D): one quantiser step is a sixth of an octave.
    private static func weight(of luma: Int) -> Double {
        exp2(min(max(0.015 * Double(luma) - 1.5 - 6, -3), 6) / 3)
    }

    /// Compares a picture with its source.
    package func comparison<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of other: borrowing Other,
        against reference: borrowing Reference
    ) throws(ComparisonError) -> LightComparison {
        guard reference.format == format, other.format == format, other.size == reference.size else {
            throw ComparisonError(
                subject: "\(reference.size) of \(reference.format.bitDepth) bits",
                cause:
                    "the other is \(other.size) of \(other.format.bitDepth) bits, the tables are of "
                    + "\(format.bitDepth) bits"
            )
        }
        let (errors, uniform) = PlanePair.lend(plane: 0, of: reference, and: other) { pair, left, right in
            switch format {
            case .yuv420p8: sums(pair, left, right, as: UInt8.self)
            case .yuv420p10: sums(pair, left, right, as: UInt16.self)
            }
        }
        let count = Double(reference.width(ofPlane: 0) * reference.height(ofPlane: 0))
        let weighted =
            weights.isEmpty ? nil : zip(weights, errors).reduce(0) { $0 + $1.0 * Double($1.1) } / count
        return LightComparison(
            uniformError: uniform / count,
            weightedError: weighted,
            bitDepth: format.bitDepth
        )
    }

    /// Exact sums of squared differences for each luma value of the source, and the sum for PU21 values.
    private func sums<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        as sample: Sample.Type
    ) -> ([UInt64], Double) {
        let size = MemoryLayout<Sample>.size
        let mask = numbers.count - 1
        var errors = [UInt64](repeating: 0, count: numbers.count)
        var uniform = 0.0
        let table = numbers.span
        for row in 0..<pair.height {
            let (leftRow, rightRow) = (row * pair.referenceStride, row * pair.otherStride)
            var rowSum: Float = 0
            var sums = errors.mutableSpan
            for column in 0..<pair.width {
                // Safe: the sample is in a row of the plane, and `PlanePair.lend` checked that the plane is within its
                // bytes.
                let a = unsafe left.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: leftRow + column * size,
                    as: Sample.self
                )
                let b = unsafe right.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: rightRow + column * size,
                    as: Sample.self
                )
                // Ten-bit samples are 16-bit words, whose upper bits a broken decoder could set.
                let (x, y) = (Int(a) & mask, Int(b) & mask)
                guard x != y else { continue }
                sums[x] &+= UInt64((x &- y) &* (x &- y))
                let difference = table[x] - table[y]
                rowSum += difference * difference
            }
            uniform += Double(rowSum)
        }
        return (errors, uniform)
    }
}
