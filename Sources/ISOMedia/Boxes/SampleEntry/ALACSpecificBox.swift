/// `alac`: the configuration of Apple Lossless audio (Apple Lossless Format, "Magic Cookie Description"), kept
/// unchanged.
package struct ALACSpecificBox: Box {
    /// `alac`
    package static let type: FourCC = "alac"
    /// ALACSpecificConfig, 24 bytes, and its channel layout if an encoder wrote one.
    package let payload: [UInt8]

    /// Creates a box from a configuration; nil if it is too short.
    package init?(_ payload: [UInt8]) {
        guard payload.count >= 24 else { return nil }
        self.payload = payload
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        guard let box = ALACSpecificBox(reader.rest()) else { throw reader.damaged("it has fewer than 24 bytes") }
        self = box
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.append(payload)
    }

    /// Samples per channel in a packet; only the last one may have fewer.
    package var framesPerPacket: UInt32 { payload[0..<4].reduce(0) { $0 << 8 | UInt32($1) } }
}
