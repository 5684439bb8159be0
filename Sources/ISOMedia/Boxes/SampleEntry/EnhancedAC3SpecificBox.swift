/// `dec3`: the configuration of Enhanced AC-3 audio (ETSI TS 102 366 F.6), kept unchanged.
package struct EnhancedAC3SpecificBox: Box {
    /// `dec3`
    package static let type: FourCC = "dec3"
    /// data_rate 13, num_ind_sub 3 bits, then three or more bytes for each independent substream.
    package let payload: [UInt8]

    /// Creates a box from a payload; nil if it is too short for its substreams.
    package init?(_ payload: [UInt8]) {
        guard payload.count >= 2, payload.count >= 2 + 3 * (Int(payload[1] & 7) + 1) else { return nil }
        self.payload = payload
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        guard let box = EnhancedAC3SpecificBox(reader.rest()) else {
            throw reader.damaged("it is too short for its substreams")
        }
        self = box
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) { writer.append(payload) }

    /// Data rate in kbit/s.
    package var kilobitsPerSecond: Int { Int(payload[0]) << 5 | Int(payload[1] >> 3) }
    /// Number of independent substreams, 1 to 8.
    package var substreamCount: Int { Int(payload[1] & 7) + 1 }
}
