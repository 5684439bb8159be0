extension DolbyVisionUnit {
    /// Reads the RPU in a T.35 message of AV1, from the country code on: an EMDF container (ETSI TS 102 366, annex H)
    /// with one payload, which is an RPU without its prefix. What follows it is ignored.
    ///
    /// Throws `invalid` for a container with anything else, and as `init(payload:)`.
    package init(registered bytes: [UInt8]) throws(BitstreamError) {
        var bits = BitReader(bytes)
        try bits.skip(7 * 8, "itu_t_t35_terminal_provider_oriented_code")
        for (count, wanted) in [(2, 0), (3, 6), (5, 31)] as [(Int, UInt32)] {
            guard try bits.bits(count, "emdf_container") == wanted else { throw Self.foreign }
        }
        guard try Self.variable(5, &bits) == 225 else { throw Self.foreign }
        // No offset, duration, group or codec data, and the payload may be discarded.
        guard try bits.bits(5, "emdf_payload_config") == 1 else { throw Self.foreign }
        let count = try Self.variable(8, &bits)
        guard count <= UInt32(bits.remaining / 8) else {
            throw BitstreamError(.truncated, "emdf_payload_size", "\(count) bytes are more than the message has")
        }
        var payload = [Self.prefix]
        for _ in 0..<count { payload.append(UInt8(try bits.bits(8, "emdf_payload_byte"))) }
        try self.init(payload: payload)
    }

    private static var foreign: BitstreamError {
        BitstreamError(.invalid, "emdf_container", "it does not hold one RPU")
    }

    /// Reads variable_bits(n): groups of bits, each with a flag for another one.
    private static func variable(_ count: Int, _ bits: inout BitReader) throws(BitstreamError) -> UInt32 {
        var value: UInt32 = 0
        while true {
            value += try bits.bits(count, "variable_bits")
            guard try bits.flag("read_more") else { return value }
            guard value < 1 << 16 else { throw foreign }
            value = (value + 1) << UInt32(count)
        }
    }
}
