/// The objects that an E-AC-3 frame carries in addition to its channels, as Dolby Atmos does: the type A extension
/// (ETSI TS 103 420 8.3.1), which is in the additional bit stream information.
enum EAC3Extension {
    /// complexity_index_type_a of a frame; nil if the frame carries no objects or the bytes are not a frame.
    ///
    /// Everything before the additional information is skipped (ETSI TS 102 366 E.1.2.2).
    static func complexity(ofFrame frame: ArraySlice<UInt8>) -> UInt32? {
        guard let header = EAC3Header(frame: frame) else { return nil }
        var bits = Fields(frame)
        let (type, mode) = (header.strmtyp, header.acmod)
        // Sync word, type, substream, size.
        bits.skip(16 + 2 + 3 + 11)
        let rate = bits.read(2)
        let blocks = bits.read(2)
        bits.skip(3 + 1 + 5 + 5)
        if bits.flag { bits.skip(8) }
        if mode == 0 {
            bits.skip(5)
            if bits.flag { bits.skip(8) }
        }
        if type == 1, bits.flag { bits.skip(16) }
        if bits.flag { skipMixing(&bits, type: type, mode: mode, hasLFE: header.lfeon == 1, blocks: blocks) }
        if bits.flag { skipInformation(&bits, mode: mode, rate: rate) }
        if type == 0, blocks != 3 { bits.skip(1) }
        if type == 2, blocks == 3 || bits.flag { bits.skip(6) }
        guard bits.flag, bits.read(6) >= 1 else { return nil }
        bits.skip(7)
        let hasObjects = bits.flag
        let complexity = bits.read(8)
        return hasObjects && !bits.isBeyondEnd ? complexity : nil
    }

    /// Mixing metadata of the programmes.
    private static func skipMixing(_ bits: inout Fields, type: UInt32, mode: UInt32, hasLFE: Bool, blocks: UInt32) {
        if mode > 2 { bits.skip(2) }
        if mode & 1 == 1, mode > 2 { bits.skip(6) }
        if mode & 4 != 0 { bits.skip(6) }
        if hasLFE, bits.flag { bits.skip(5) }
        guard type == 0 else { return }
        if bits.flag { bits.skip(6) }
        if mode == 0, bits.flag { bits.skip(6) }
        if bits.flag { bits.skip(6) }
        switch bits.read(2) {
        case 1: bits.skip(5)
        case 2: bits.skip(12)
        case 3: bits.skip((Int(bits.read(5)) + 2) * 8)
        default: break
        }
        if mode < 2 {
            if bits.flag { bits.skip(14) }
            if mode == 0, bits.flag { bits.skip(14) }
        }
        guard bits.flag else { return }
        guard blocks != 0 else {
            bits.skip(5)
            return
        }
        for _ in 0..<[1, 2, 3, 6][Int(blocks)] where bits.flag { bits.skip(5) }
    }

    /// Informational metadata of the programme.
    private static func skipInformation(_ bits: inout Fields, mode: UInt32, rate: UInt32) {
        bits.skip(3 + 1 + 1)
        if mode == 2 { bits.skip(4) }
        if mode >= 6 { bits.skip(2) }
        if bits.flag { bits.skip(8) }
        if mode == 0, bits.flag { bits.skip(8) }
        if rate < 3 { bits.skip(1) }
    }

    /// Reads bit fields in order. Beyond the end they are 0, and the reader remembers that.
    private struct Fields {
        private var bits: BitCursor
        private(set) var isBeyondEnd = false

        init(_ bytes: ArraySlice<UInt8>) { bits = BitCursor(bytes) }

        mutating func read(_ count: Int) -> UInt32 {
            guard let value = bits.read(count) else {
                isBeyondEnd = true
                return 0
            }
            return value
        }

        mutating func skip(_ count: Int) {
            for start in stride(from: 0, to: count, by: 32) { _ = read(min(32, count - start)) }
        }

        var flag: Bool { mutating get { read(1) == 1 } }
    }
}
