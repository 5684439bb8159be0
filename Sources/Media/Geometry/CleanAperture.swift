/// The part of a coded picture that is shown (`clap`, ISO/IEC 14496-12 12.1.4): its size and the place of its centre,
/// exactly.
package struct CleanAperture: Hashable, Sendable, Codable {
    /// A fraction of luma samples.
    package struct Fraction: Hashable, Sendable, Codable {
        /// Negative only for offsets.
        package var numerator: Int32
        /// Positive.
        package var denominator: UInt32

        /// Creates `numerator / denominator`.
        package init(_ numerator: Int32, _ denominator: UInt32 = 1) {
            self.numerator = numerator
            self.denominator = denominator
        }

        /// The nearest number.
        package var value: Double { Double(numerator) / Double(denominator) }
    }

    /// Width of the part.
    package var width: Fraction
    /// Height of the part.
    package var height: Fraction
    /// Horizontal distance of its centre to the right of the centre of the coded picture.
    package var horizontalOffset: Fraction
    /// Vertical distance of its centre below the centre of the coded picture.
    package var verticalOffset: Fraction

    /// Creates an aperture.
    package init(width: Fraction, height: Fraction, horizontalOffset: Fraction, verticalOffset: Fraction) {
        self.width = width
        self.height = height
        self.horizontalOffset = horizontalOffset
        self.verticalOffset = verticalOffset
    }

    /// The upper left part of a coded picture, whose right and lower edges are padding. Nil if a side does not fit in
    /// 31 bits.
    package init?(_ shown: PictureSize, of coded: PictureSize) {
        guard let width = Int32(exactly: shown.width), let height = Int32(exactly: shown.height),
            let right = Int32(exactly: coded.width - shown.width),
            let bottom = Int32(exactly: coded.height - shown.height)
        else { return nil }
        func half(_ padding: Int32) -> Fraction { padding % 2 == 0 ? Fraction(-padding / 2) : Fraction(-padding, 2) }
        self.init(
            width: Fraction(width),
            height: Fraction(height),
            horizontalOffset: half(right),
            verticalOffset: half(bottom)
        )
    }

    /// True if all numbers are valid and the part is not empty.
    package var isPossible: Bool {
        [width, height, horizontalOffset, verticalOffset].allSatisfy { $0.denominator > 0 }
            && width.numerator > 0 && height.numerator > 0
    }
}

extension CleanAperture: CustomStringConvertible {
    /// As in `161x121, its centre 0.5 to the left and 0.5 above`.
    package var description: String {
        func words(_ number: Double) -> String {
            number == number.rounded() && number.magnitude < 1e9 ? String(Int(number)) : String(number)
        }
        var places: [String] = []
        let (x, y) = (horizontalOffset.value, verticalOffset.value)
        if x != 0 { places.append("\(words(x.magnitude)) to the \(x < 0 ? "left" : "right")") }
        if y != 0 { places.append("\(words(y.magnitude)) \(y < 0 ? "above" : "below")") }
        let size = "\(words(width.value))x\(words(height.value))"
        return places.isEmpty ? size : "\(size), its centre \(places.joined(separator: " and "))"
    }
}
