package import Media

/// `clap`: the part of the coded picture that is shown (ISO/IEC 14496-12 12.1.4).
package struct CleanApertureBox: Box {
    /// `clap`
    package static let type: FourCC = "clap"
    /// The part.
    package var aperture: CleanAperture

    /// Creates a box.
    package init(_ aperture: CleanAperture) { self.aperture = aperture }

    /// Reads the payload; rejects invalid fractions and empty parts.
    package init(from reader: inout BoxReader) throws(MovieError) {
        func fraction(_ reader: inout BoxReader) throws(MovieError) -> CleanAperture.Fraction {
            CleanAperture.Fraction(try reader.s32(), try reader.u32())
        }
        aperture = CleanAperture(
            width: try fraction(&reader),
            height: try fraction(&reader),
            horizontalOffset: try fraction(&reader),
            verticalOffset: try fraction(&reader)
        )
        guard aperture.isPossible else {
            throw MovieError(.damaged, "box 'clap'", "it does not describe a part of a picture")
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        for fraction in [aperture.width, aperture.height, aperture.horizontalOffset, aperture.verticalOffset] {
            writer.s32(fraction.numerator)
            writer.u32(fraction.denominator)
        }
    }
}
