/// How much a frame differs from the previous one: the data from which scene cuts are decided.
///
/// It depends on these two pictures alone, so scanning a film in parts gives the same result as scanning the whole.
package struct FrameActivity: Hashable, Sendable {
    /// Number of the frame.
    package let frame: Int
    /// Average luma in 8-bit levels, hundredths.
    package let brightness: Int
    /// Mean difference of small areas in hundredths of an 8-bit level; nil for the first frame of the film.
    package let difference: Int?
    /// The same after equalising brightness and ignoring small moves; nil for the first frame of the film.
    package let structuralDifference: Int?
    /// Share of samples that changed their brightness step, in thousandths; nil for the first frame of the film.
    package let histogramDifference: Int?
    /// The picture reduced to 32 averages, to compare frames that are not neighbours.
    package let signature: [UInt8]

    /// Creates an activity. Precondition: the signature has 32 bytes.
    package init(
        frame: Int,
        brightness: Int,
        difference: Int?,
        structuralDifference: Int?,
        histogramDifference: Int?,
        signature: [UInt8]
    ) {
        precondition(signature.count == 32, "a signature has 32 averages")
        self.frame = frame
        self.brightness = brightness
        self.difference = difference
        self.structuralDifference = structuralDifference
        self.histogramDifference = histogramDifference
        self.signature = signature
    }

    /// Mean difference of two signatures in hundredths of an 8-bit level.
    func signatureDifference(to other: FrameActivity) -> Int {
        zip(signature, other.signature).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } * 100 / 32
    }
}

extension FrameActivity: Codable {
    /// Reads the array that `encode(to:)` writes. It is short because there is one for each frame of a film.
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        frame = try container.decode(Int.self)
        brightness = try container.decode(Int.self)
        difference = try container.decode(Int?.self)
        structuralDifference = try container.decode(Int?.self)
        histogramDifference = try container.decode(Int?.self)
        let digits = Array(try container.decode(String.self).utf8)
        let pairs = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0..<$0 + 2] }
        signature = pairs.compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
        guard digits.count == 64, signature.count == 32 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a signature has 64 digits")
        }
    }

    /// Writes `[frame, brightness, difference, structural, histogram, "signature in hexadecimal"]`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(frame)
        try container.encode(brightness)
        try container.encode(difference)
        try container.encode(structuralDifference)
        try container.encode(histogramDifference)
        try container.encode(signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
}
