import FFmpeg

/// Finds the packets of H.264 that have the second field of a picture: transport streams have a packet for each field,
/// and decoders return one picture for both.
struct FieldPairs {
    private let parser: PictureParser
    /// The field whose other one may follow.
    private var open: PictureParser.Structure?

    /// Starts at the first packet of a stream; nil for other codecs.
    init?(_ demuxer: Demuxer, stream: Int) {
        guard demuxer.codecName(ofStream: stream) == "h264",
            let parser = PictureParser(for: demuxer.stream(stream))
        else { return nil }
        self.parser = parser
    }

    /// Whether a packet has the second field of the picture before it, in decoding order.
    mutating func isSecond(_ packet: Packet) -> Bool {
        let structure = parser.structure(of: packet)
        let isSecond =
            switch (open, structure) {
            case (.topField, .bottomField), (.bottomField, .topField): true
            default: false
            }
        open = isSecond || structure == .frame ? nil : structure
        return isSecond
    }
}
