/// Emulation prevention (ISO/IEC 23008-2 7.4.2): inside a NAL unit, a byte 3 follows two zeros wherever the payload
/// itself would look like a start code.
package enum EmulationPrevention {
    /// The raw payload of at most `limit` escaped bytes.
    package static func removed(from escaped: RawSpan, limit: Int = .max) -> [UInt8] {
        let count = min(escaped.byteCount, limit)
        var payload: [UInt8] = []
        payload.reserveCapacity(count)
        var zeros = 0
        for offset in 0..<count {
            let byte = escaped.byte(at: offset)
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return payload
    }

    /// The payload with a 3 wherever one is needed, also after the two zeros of a final cabac_zero_word. Precondition,
    /// which every legal payload meets: it does not end with a single zero.
    package static func inserted(into payload: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(payload.count + payload.count / 64 + 1)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte <= 3 {
                escaped.append(3)
                zeros = 0
            }
            escaped.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        if zeros >= 2 { escaped.append(3) }
        return escaped
    }
}
