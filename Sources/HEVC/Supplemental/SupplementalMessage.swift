/// One SEI message: sei_message() of ISO/IEC 23008-2 7.3.5.
package struct SupplementalMessage: Hashable, Sendable {
    /// payloadType: 137 mastering display, 144 content light, 147 preferred transfer, 148 ambient viewing.
    package var payloadType: Int
    /// The payload, without emulation prevention.
    package var payload: [UInt8]

    /// mastering_display_colour_volume (D.2.28).
    package static let masteringDisplayType = 137
    /// content_light_level_info (D.2.35).
    package static let contentLightType = 144
    /// alternative_transfer_characteristics (D.2.38).
    package static let preferredTransferType = 147
    /// ambient_viewing_environment (D.2.39).
    package static let ambientViewingType = 148

    /// More than any encoder writes in a NAL unit.
    private static let messageLimit = 1024

    /// Creates a message. Precondition: `payloadType >= 0`.
    package init(payloadType: Int, payload: [UInt8]) {
        precondition(payloadType >= 0, "payloadType is a sum of bytes")
        self.payloadType = payloadType
        self.payload = payload
    }

    /// Reads all messages of a prefix or suffix SEI NAL unit with its header.
    ///
    /// Throws `truncated` if a message is longer than the NAL unit, and `invalid` if the NAL unit does not end with a
    /// stop bit.
    package static func messages(inUnit unit: RawSpan) throws(BitstreamError) -> [SupplementalMessage] {
        let type = try NALUnitHeader(unit).type
        guard type == .prefixSEI || type == .suffixSEI else {
            throw BitstreamError(.invalid, "nal_unit_type", "\(type.rawValue) is not an SEI NAL unit")
        }
        let payload = EmulationPrevention.removed(from: unit.extracting(droppingFirst: NALUnitHeader.byteCount))
        guard let end = payload.lastIndex(where: { $0 != 0 }), payload[end] == 0x80, end > 0 else {
            throw BitstreamError(.invalid, "rbsp_trailing_bits", "the SEI unit does not end with a stop bit")
        }
        var messages: [SupplementalMessage] = []
        var offset = 0
        func number(_ element: StaticString) throws(BitstreamError) -> Int {
            var sum = 0
            while true {
                guard offset < end else {
                    throw BitstreamError(.truncated, "\(element)", "the NAL unit ends inside a message header")
                }
                let byte = payload[offset]
                offset += 1
                sum += Int(byte)
                if byte != 255 { return sum }
            }
        }
        while offset < end {
            guard messages.count < messageLimit else {
                throw BitstreamError(.unsupported, "sei_message", "a NAL unit has more than \(messageLimit) messages")
            }
            let payloadType = try number("last_payload_type_byte")
            let size = try number("last_payload_size_byte")
            guard size <= end - offset else {
                throw BitstreamError(
                    .truncated,
                    "last_payload_size_byte",
                    "a message of type \(payloadType) has \(size) bytes, \(end - offset) are left"
                )
            }
            messages.append(
                SupplementalMessage(payloadType: payloadType, payload: Array(payload[offset..<(offset + size)]))
            )
            offset += size
        }
        return messages
    }

    /// A prefix SEI NAL unit with its header and these messages, at least one. Messages that describe a film are in
    /// access units of TemporalId 0.
    package static func unit(_ messages: [SupplementalMessage], temporalID: UInt8 = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        for message in messages {
            for number in [message.payloadType, message.payload.count] {
                bytes += Array(repeating: 255, count: number / 255)
                bytes.append(UInt8(number % 255))
            }
            bytes += message.payload
        }
        bytes.append(0x80)
        return NALUnitHeader(type: .prefixSEI, temporalID: temporalID).bytes + EmulationPrevention.inserted(into: bytes)
    }
}
