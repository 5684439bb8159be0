import Glibc

/// One line of two-pass statistics of x265 or x264: what pass 1 learned about a frame.
///
/// Numbers that the encoder prints with two decimals are kept as hundredths, so that the line is reproduced byte by
/// byte. The fields have x265's names; `avc` has what only x264 writes.
/// Frames are numbered within the encoded range, from 0.
package struct FrameStatistics: Hashable, Sendable, Codable {
    /// `in`: position of the frame in presentation order, from 0 at the start of the range.
    package var frame: Int
    /// `out`: position of the frame in decode order, from 0 at the start of the range.
    package var encodeOrder: Int
    /// `type`: the picture type.
    package var type: PictureType
    /// `q`: mean quantiser that rate control chose, in hundredths.
    package var qpHundredths: Int32
    /// `q-aq`: mean quantiser after adaptive quantisation, in hundredths.
    package var aqQpHundredths: Int32
    /// `q-noVbv`: quantiser before the buffer model's corrections, in hundredths; 0 for x264, which does not write it.
    package var noVbvQpHundredths: Int32
    /// `q-Rceq`: the rate control equation's result, in hundredths; 0 for x264, which does not write it.
    package var rceQHundredths: Int32
    /// `tex`: bits for residual coefficients.
    package var textureBits: Int
    /// `mv`: bits for motion vectors and modes.
    package var motionBits: Int
    /// `misc`: bits for everything else.
    package var miscBits: Int
    /// `icu`: intra units of 8x8 lookahead samples, in hundredths of a unit; `imb` of x264 counts macroblocks.
    package var intraUnitsHundredths: Int32
    /// `pcu`, `pmb`: predicted units, in hundredths of a unit.
    package var predictedUnitsHundredths: Int32
    /// `scu`, `smb`: skipped units, in hundredths of a unit.
    package var skippedUnitsHundredths: Int32
    /// `sc`: whether the lookahead saw a scene cut here; false for x264, which does not write it.
    package var isSceneCut: Bool
    /// What only x264 writes; nil for x265.
    package var avc: AVCFrameStatistics?

    /// Creates statistics from their parts.
    package init(
        frame: Int,
        encodeOrder: Int,
        type: PictureType,
        qpHundredths: Int32,
        aqQpHundredths: Int32,
        noVbvQpHundredths: Int32,
        rceQHundredths: Int32,
        textureBits: Int,
        motionBits: Int,
        miscBits: Int,
        intraUnitsHundredths: Int32,
        predictedUnitsHundredths: Int32,
        skippedUnitsHundredths: Int32,
        isSceneCut: Bool,
        avc: AVCFrameStatistics? = nil
    ) {
        self.frame = frame
        self.encodeOrder = encodeOrder
        self.type = type
        self.qpHundredths = qpHundredths
        self.aqQpHundredths = aqQpHundredths
        self.noVbvQpHundredths = noVbvQpHundredths
        self.rceQHundredths = rceQHundredths
        self.textureBits = textureBits
        self.motionBits = motionBits
        self.miscBits = miscBits
        self.intraUnitsHundredths = intraUnitsHundredths
        self.predictedUnitsHundredths = predictedUnitsHundredths
        self.skippedUnitsHundredths = skippedUnitsHundredths
        self.isSceneCut = isSceneCut
        self.avc = avc
    }

    /// Bits of the frame in the pass that wrote the line.
    package var bits: Int { textureBits + motionBits + miscBits }

    /// The same frame, adjusted so that x265 plans what it really does.
    ///
    /// x265 plans referenced B pictures at the quantiser scale of P pictures, but codes them at the geometric mean of
    /// that scale and the scale of other B pictures. So it plans more bits than it uses: two to three per cent of a
    /// range. The bits are reduced by the cost of that difference in x265's own model: exponents 1.1 for texture, 0.5
    /// for motion.
    ///
    /// - Parameter ratio: `pbratio`, the ratio of the scale of unreferenced B pictures to that of P pictures; positive.
    package func plannedAsCoded(bidirectionalRatio ratio: Double) -> FrameStatistics {
        guard type == .referencedB, ratio > 0, ratio.isFinite else { return self }
        let step = ratio.squareRoot()
        var copy = self
        copy.textureBits = Int((Double(textureBits) / pow(step, 1.1)).rounded())
        copy.motionBits = Int((Double(motionBits) / step.squareRoot()).rounded())
        return copy
    }

    /// The same frame with its three bit counts multiplied and rounded to whole bits; a scale of 1 changes nothing.
    ///
    /// Precondition: `scale` is finite and not negative. Counts are limited to what x265 can read back (31 bits).
    package func scaled(by scale: Double) -> FrameStatistics {
        precondition(scale.isFinite && scale >= 0, "bit counts are scaled by a finite factor of at least 0")
        guard scale != 1 else { return self }
        func scaled(_ bits: Int) -> Int { Int(min((Double(bits) * scale).rounded(), Double(Int32.max))) }
        var copy = self
        copy.textureBits = scaled(textureBits)
        copy.motionBits = scaled(motionBits)
        copy.miscBits = scaled(miscBits)
        return copy
    }
}
