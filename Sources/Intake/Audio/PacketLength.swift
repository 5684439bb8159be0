import Media

/// Reads the number of samples per channel from an audio packet itself, for containers that store durations too
/// coarsely.
struct PacketLength {
    private let codec: String
    private let frameSize: Int64
    private let frameByteCount: Int

    /// Creates a measure.
    ///
    /// - Parameters:
    ///   - codec: by FFmpeg's name.
    ///   - frameSize: samples of every packet according to the library; 0 if unknown.
    ///   - channelCount: number of channels.
    init(codec: String, frameSize: Int64, channelCount: Int) {
        self.codec = codec
        let usual: Int64 = codec == "ac3" || codec == "eac3" ? 1536 : codec == "aac" ? 1024 : 0
        self.frameSize = frameSize > 0 ? frameSize : usual
        frameByteCount = (PCMFormat(codec: codec)?.byteCount ?? 0) * max(channelCount, 0)
    }

    /// Samples of a packet; 0 if the bytes are not one. `bytes` is called only for codecs whose packets differ.
    func samples(of bytes: @autoclosure () -> [UInt8]) -> Int64 {
        switch codec {
        case "opus": Self.opus(bytes())
        case "flac": Self.flac(bytes()) ?? 0
        case "alac": Self.alac(bytes()) ?? frameSize
        case "mp1", "mp2", "mp3": MPEGAudioHeader(frame: bytes()).map { Int64($0.sampleCount) } ?? 0
        default:
            frameByteCount > 0 ? Self.whole(bytes().count, frameByteCount) : frameSize
        }
    }

    private static func whole(_ byteCount: Int, _ frame: Int) -> Int64 {
        let (frames, rest) = byteCount.quotientAndRemainder(dividingBy: frame)
        return rest == 0 ? Int64(frames) : 0
    }

    /// Opus: samples of 48 kHz, by the number of frames and their length in the first bytes (RFC 6716 3.1 and 3.2).
    private static func opus(_ bytes: [UInt8]) -> Int64 {
        guard let first = bytes.first else { return 0 }
        let configuration = Int(first >> 3)
        let frame: Int64 =
            switch configuration {
            case ..<12: [480, 960, 1920, 2880][configuration & 3]
            case ..<16: [480, 960][configuration & 1]
            default: [120, 240, 480, 960][configuration & 3]
            }
        switch first & 3 {
        case 0: return frame
        case 1, 2: return 2 * frame
        default: return bytes.count > 1 ? Int64(bytes[1] & 63) * frame : 0
        }
    }

    /// FLAC: by the block size in the frame header (RFC 9639 9.1); nil if it is not a frame header.
    private static func flac(_ bytes: [UInt8]) -> Int64? {
        guard bytes.count > 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
        let code = bytes[2] >> 4
        switch code {
        case 0: return nil
        case 1: return 192
        case 2...5: return 144 << Int64(code)
        case 6, 7:
            // The frame or sample number comes before it. Its length is the number of leading ones in its first byte.
            let ones = (~bytes[4]).leadingZeroBitCount
            guard ones != 1, ones < 8 else { return nil }
            let place = 4 + max(ones, 1)
            guard bytes.count > place + 1 else { return nil }
            return code == 6 ? Int64(bytes[place]) + 1 : Int64(bytes[place]) << 8 + Int64(bytes[place + 1]) + 1
        default: return 256 << Int64(code - 8)
        }
    }

    /// Apple Lossless: a frame that is shorter than the others gives its own length (ALAC reference,
    /// `ALACDecoder::Decode`); nil if this one does not.
    private static func alac(_ bytes: [UInt8]) -> Int64? {
        var bits = BitCursor(bytes[...])
        guard let tag = bits.read(3), [0, 1, 3].contains(tag), bits.read(16) != nil, let isPartial = bits.read(1),
            isPartial == 1, bits.read(3) != nil, let count = bits.read(32), count > 0
        else { return nil }
        return Int64(count)
    }
}
