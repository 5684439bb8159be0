/// How pictures are turned and moved before they are shown: nine fixed-point numbers {a,b,u, c,d,v, x,y,w}, 16.16 but for u, v
/// and w, which are 2.30 (ISO/IEC 14496-12 6.2.2).
package struct TransformationMatrix: Hashable, Sendable, Encodable {
    /// The nine numbers in file order.
    package let values: [Int32]

    /// Takes nine numbers; nil for any other count.
    package init?(_ values: [Int32]) {
        guard values.count == 9 else { return nil }
        self.values = values
    }

    private init(trusted values: [Int32]) { self.values = values }

    /// Nothing is turned or moved.
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
}
