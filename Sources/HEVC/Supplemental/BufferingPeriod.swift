/// buffering_period (ISO/IEC 23008-2 D.2.2, D.3.2) of an access unit that begins a period: the fullness of the buffer
/// as a time.
package struct BufferingPeriod: Hashable, Sendable {
    /// payloadType of the message.
    package static let payloadType = 0

    /// bp_seq_parameter_set_id.
    package var parameterSetID: UInt8 = 0
    /// concatenation_flag: its removal time is counted from the previous picture and not from the previous period.
    package var isConcatenated = false
    /// au_cpb_removal_delay_delta_minus1 + 1: ticks since the last earlier picture that cannot be discarded, at least
    /// 1.
    package var removalDelta: Int
    /// nal_initial_cpb_removal_delay: from the arrival of the first bit of the access unit to its removal, in ticks of
    /// 90 kHz, at least 1.
    package var delay: Int
    /// nal_initial_cpb_removal_offset: its sum with `delay` is the same throughout the stream.
    package var offset: Int

    /// Creates a message.
    package init(removalDelta: Int, delay: Int, offset: Int) {
        self.removalDelta = removalDelta
        self.delay = delay
        self.offset = offset
    }

    /// Reads the first delivery schedule for NAL units of a payload.
    ///
    /// Throws `unsupported` for a stream without one, and for delays of sub-pictures.
    package init(payload: [UInt8], _ decoder: HypotheticalDecoder) throws(BitstreamError) {
        guard decoder.hasNAL, !decoder.hasSubPictures else {
            throw BitstreamError(.unsupported, "buffering_period", "it does not describe the delivery of NAL units")
        }
        var bits = BitReader(payload)
        parameterSetID = UInt8(try bits.unsigned("bp_seq_parameter_set_id", atMost: 15))
        if try bits.flag("irap_cpb_params_present_flag") {
            try bits.skip(decoder.removalDelayLength + decoder.outputDelayLength, "cpb_delay_offset")
        }
        isConcatenated = try bits.flag("concatenation_flag")
        removalDelta = Int(try bits.bits(decoder.removalDelayLength, "au_cpb_removal_delay_delta_minus1")) + 1
        delay = Int(try bits.bits(decoder.initialDelayLength, "nal_initial_cpb_removal_delay"))
        offset = Int(try bits.bits(decoder.initialDelayLength, "nal_initial_cpb_removal_offset"))
    }

    /// The message. Precondition: its values fit in the fields of the decoder, which has one schedule.
    package func message(_ decoder: HypotheticalDecoder) -> SupplementalMessage {
        var bits = BitWriter()
        bits.unsigned(UInt32(parameterSetID))
        bits.flag(false)
        bits.flag(isConcatenated)
        bits.bits(UInt64(removalDelta - 1), decoder.removalDelayLength)
        bits.bits(UInt64(delay), decoder.initialDelayLength)
        bits.bits(UInt64(offset), decoder.initialDelayLength)
        if bits.position % 8 != 0 { bits.trailingBits() }
        return SupplementalMessage(payloadType: Self.payloadType, payload: bits.bytes)
    }
}
