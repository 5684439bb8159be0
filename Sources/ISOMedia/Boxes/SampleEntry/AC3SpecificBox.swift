/// `dac3`: the configuration of AC-3 audio (ETSI TS 102 366 F.4): three bytes, kept unchanged.
package struct AC3SpecificBox: Box {
    /// `dac3`
    package static let type: FourCC = "dac3"
    /// fscod 2, bsid 5, bsmod 3, acmod 3, lfeon 1, bit_rate_code 5, reserved 5 bits.
    package let payload: [UInt8]

    /// Creates a box from a payload; nil unless it has three bytes.
    package init?(_ payload: [UInt8]) {
        guard payload.count == 3 else { return nil }
        self.payload = payload
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) { payload = [UInt8](try reader.take(3)) }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) { writer.append(payload) }

    /// Samples per second; nil for the reserved code.
    package var sampleRate: Int? { [48000, 44100, 32000, nil][Int(payload[0] >> 6)] }
    /// Number of channels, including the low-frequency one.
    package var channelCount: Int {
        [2, 1, 2, 3, 3, 4, 4, 5][Int(payload[1] >> 3 & 7)] + Int(payload[1] >> 2 & 1)
    }
}
