import HEVC

/// The start of an E-AC-3 frame (ETSI TS 102 366 E.1.2.1 and E.1.2.2), and the `dec3` box of an access unit of them.
struct EAC3Header: Hashable, Sendable {
    /// 0 independent, 1 dependent, 2 converted from AC-3.
    let strmtyp: UInt32
    /// Number of its substream.
    let substreamID: UInt32
    /// Bytes of the frame.
    let byteCount: Int
    /// Sample rate code; 3 for the halved rates.
    let fscod: UInt32
    /// Blocks of 256 samples.
    let blockCount: Int
    /// Audio coding mode.
    let acmod: UInt32
    /// Whether there is a low-frequency channel.
    let lfeon: UInt32
    /// Bitstream identification, 11 to 16.
    let bsid: UInt32
    /// Channels that a dependent substream replaces or adds.
    let channelMap: UInt32?

    /// Reads the header of a frame; nil when it is not one.
    init?(frame: ArraySlice<UInt8>) {
        var bits = BitCursor(frame)
        guard bits.read(16) == 0x0B77, let strmtyp = bits.read(2), strmtyp < 3, let substreamID = bits.read(3),
            let frmsiz = bits.read(11), let fscod = bits.read(2), let code = bits.read(2),
            let acmod = bits.read(3), let lfeon = bits.read(1), let bsid = bits.read(5), (11...16).contains(bsid),
            bits.read(5) != nil, let compre = bits.read(1)
        else { return nil }
        if compre == 1 { guard bits.read(8) != nil else { return nil } }
        if acmod == 0 {
            guard bits.read(5) != nil, let compre2 = bits.read(1) else { return nil }
            if compre2 == 1 { guard bits.read(8) != nil else { return nil } }
        }
        var channelMap: UInt32?
        if strmtyp == 1 {
            guard let isMapped = bits.read(1) else { return nil }
            if isMapped == 1 {
                guard let map = bits.read(16) else { return nil }
                channelMap = map
            }
        }
        self.strmtyp = strmtyp
        self.substreamID = substreamID
        byteCount = Int(frmsiz + 1) * 2
        self.fscod = fscod
        blockCount = fscod == 3 ? 6 : [1, 2, 3, 6][Int(code)]
        self.acmod = acmod
        self.lfeon = lfeon
        self.bsid = bsid
        self.channelMap = channelMap
    }

    /// The headers of all frames of an access unit; nil if it does not consist of whole frames.
    static func headers(inAccessUnit bytes: [UInt8]) -> [EAC3Header]? {
        var headers: [EAC3Header] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let header = EAC3Header(frame: rest), header.byteCount <= rest.count else { return nil }
            headers.append(header)
            rest = rest.dropFirst(header.byteCount)
        }
        return headers.isEmpty ? nil : headers
    }

    /// Payload of the `dec3` box (ETSI TS 102 366 F.6) for an access unit of 1536 samples, with the extension for
    /// objects if there is one.
    ///
    /// Nil if the access unit does not consist of whole frames with six blocks of each substream.
    static func configuration(ofAccessUnit bytes: [UInt8], sampleRate: Int) -> [UInt8]? {
        guard let headers = headers(inAccessUnit: bytes), sampleRate > 0, headers[0].strmtyp != 1,
            headers.allSatisfy({ $0.blockCount == 6 })
        else { return nil }
        let independent = headers.filter { $0.strmtyp != 1 }
        guard Set(independent.map(\.substreamID)).count == independent.count, independent.count <= 8 else { return nil }
        let kilobits = (bytes.count * 8 * sampleRate / 1536 + 500) / 1000
        var writer = BitWriter()
        writer.bits(UInt64(min(kilobits, 8191)), 13)
        writer.bits(UInt64(independent.count - 1), 3)
        for (index, header) in headers.enumerated() where header.strmtyp != 1 {
            let dependent = headers[(index + 1)...].prefix { $0.strmtyp == 1 }
            writer.bits(UInt64(header.fscod), 2)
            writer.bits(UInt64(header.bsid), 5)
            // Reserved, no associated service, and the main service's mode.
            writer.bits(0, 2)
            writer.bits(0, 3)
            writer.bits(UInt64(header.acmod), 3)
            writer.bits(UInt64(header.lfeon), 1)
            writer.bits(0, 3)
            writer.bits(UInt64(dependent.count), 4)
            if dependent.isEmpty {
                writer.bits(0, 1)
            } else {
                writer.bits(UInt64(dependent.reduce(0) { $0 | $1.channelLocation }), 9)
            }
        }
        // Objects in addition to the channels, as in Dolby Atmos (ETSI TS 103 420 8.3.2).
        if let complexity = EAC3Extension.complexity(ofFrame: bytes[...]) {
            writer.bits(0, 7)
            writer.bits(1, 1)
            writer.bits(UInt64(complexity), 8)
        }
        return writer.bytes
    }

    /// `chan_loc` of a dependent substream. Bits 0 (Lc/Rc) to 7 (Cvh) are bits 5 to 12 of the channel map, counted from
    /// its first bit. Bit 8 (LFE2) is bit 14.
    private var channelLocation: UInt32 {
        guard let channelMap else { return 0 }
        var location: UInt32 = 0
        for bit in 0..<8 where channelMap >> (10 - bit) & 1 == 1 { location |= 1 << bit }
        return location | (channelMap >> 1 & 1) << 8
    }
}
