package import Media

/// How pictures are rotated and moved for display: nine fixed-point numbers {a,b,u, c,d,v, x,y,w}, 16.16 except u, v
/// and w, which are 2.30 (ISO/IEC 14496-12 6.2.2).
package struct TransformationMatrix: Hashable, Sendable, Encodable {
    /// The nine numbers in file order.
    package let values: [Int32]

    /// Creates a matrix from nine numbers; nil for any other count.
    package init?(_ values: [Int32]) {
        guard values.count == 9 else { return nil }
        self.values = values
    }

    private init(trusted values: [Int32]) { self.values = values }

    /// The identity: nothing is rotated or moved.
    package static let identity = TransformationMatrix(trusted: [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000])

    init(from reader: inout BoxReader) throws(MovieError) {
        var values: [Int32] = []
        for _ in 0..<9 { values.append(try reader.s32()) }
        self.values = values
    }

    func write(to writer: inout BoxWriter) {
        for value in values { writer.s32(value) }
    }

    /// Writes the nine numbers.
    package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    /// The same rotation for pictures of another size. A translation after a rotation is a part of the picture size,
    /// for example its whole height after a quarter turn.
    package func resized(from old: PictureSize, to new: PictureSize) -> TransformationMatrix {
        guard old != new, old.width > 0, old.height > 0 else { return self }
        func scaled(_ move: Int32, byWidth: Bool) -> Int32 {
            let ratio =
                byWidth
                ? Double(new.width) / Double(old.width) : Double(new.height) / Double(old.height)
            return Int32(clamping: Int64((Double(move) * ratio).rounded()))
        }
        var numbers = values
        // x' = ax + cy + x0, y' = bx + dy + y0: the side that contributes to a coordinate determines its translation.
        numbers[6] = scaled(values[6], byWidth: values[0].magnitude >= values[3].magnitude)
        numbers[7] = scaled(values[7], byWidth: values[1].magnitude > values[4].magnitude)
        return TransformationMatrix(trusted: numbers)
    }
}
