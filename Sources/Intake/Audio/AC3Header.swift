/// The start of an AC-3 frame (ETSI TS 102 366 4.3.1 and 4.3.2): the fields that the `dac3` box repeats.
struct AC3Header: Hashable, Sendable {
    /// Sample rate code.
    let fscod: UInt32
    /// Frame size code.
    let frmsizecod: UInt32
    /// Bitstream identification, at most 10: 9 and 10 halve and quarter the sample rate.
    let bsid: UInt32
    /// Bitstream mode.
    let bsmod: UInt32
    /// Audio coding mode.
    let acmod: UInt32
    /// Whether there is a low-frequency channel.
    let lfeon: UInt32

    /// Reads the header of a frame; nil when it is not one.
    init?(frame: [UInt8]) {
        var bits = BitCursor(frame[...])
        guard bits.read(16) == 0x0B77, bits.read(16) != nil, let fscod = bits.read(2), fscod < 3,
            let frmsizecod = bits.read(6), frmsizecod < 38, let bsid = bits.read(5), bsid <= 10,
            let bsmod = bits.read(3), let acmod = bits.read(3)
        else { return nil }
        // Mix levels are present only where there are channels to mix.
        if acmod & 1 != 0 && acmod != 1 { guard bits.read(2) != nil else { return nil } }
        if acmod & 4 != 0 { guard bits.read(2) != nil else { return nil } }
        if acmod == 2 { guard bits.read(2) != nil else { return nil } }
        guard let lfeon = bits.read(1) else { return nil }
        self.fscod = fscod
        self.frmsizecod = frmsizecod
        self.bsid = bsid
        self.bsmod = bsmod
        self.acmod = acmod
        self.lfeon = lfeon
    }

    /// Payload of the `dac3` box (ETSI TS 102 366 F.4).
    var configuration: [UInt8] {
        let bitRateCode = frmsizecod >> 1
        let value = fscod << 22 | bsid << 17 | bsmod << 14 | acmod << 11 | lfeon << 10 | bitRateCode << 5
        return [UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
}
