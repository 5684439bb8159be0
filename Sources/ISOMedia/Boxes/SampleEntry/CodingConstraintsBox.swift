/// `ccst`: how the pictures of an image sequence depend on one another (ISO/IEC 23008-12 7.2.3).
package struct CodingConstraintsBox: Box {
    /// `ccst`
    package static let type: FourCC = "ccst"
    /// The value of `mostReferences` that sets no limit.
    package static let anyNumber: UInt8 = 15

    /// Whether pictures refer only to pictures that refer to none.
    package var refersToIntraOnly: Bool
    /// Whether pictures that refer to others may also predict from themselves.
    package var usesIntraPrediction: Bool
    /// Most pictures that one refers to, up to 14; 15 for any number.
    package var mostReferences: UInt8

    /// The constraints of a sequence whose pictures refer to earlier ones.
    package static let predicted = CodingConstraintsBox(
        refersToIntraOnly: false,
        usesIntraPrediction: true,
        mostReferences: anyNumber
    )

    /// Creates a box.
    package init(refersToIntraOnly: Bool, usesIntraPrediction: Bool, mostReferences: UInt8) {
        self.refersToIntraOnly = refersToIntraOnly
        self.usesIntraPrediction = usesIntraPrediction
        self.mostReferences = min(mostReferences, Self.anyNumber)
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let bits = try reader.u32()
        refersToIntraOnly = bits >> 31 == 1
        usesIntraPrediction = bits >> 30 & 1 == 1
        mostReferences = UInt8(bits >> 26 & 15)
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        let flags: UInt32 = (refersToIntraOnly ? 2 : 0) | (usesIntraPrediction ? 1 : 0)
        writer.u32(flags << 30 | UInt32(mostReferences) << 26)
    }
}
