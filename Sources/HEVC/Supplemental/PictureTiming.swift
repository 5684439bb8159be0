/// pic_timing (ISO/IEC 23008-2 D.2.3, D.3.3): when a picture leaves the decoder's buffers, in ticks of the stream's
/// clock.
package struct PictureTiming: Hashable, Sendable {
    /// payloadType of the message.
    package static let payloadType = 1

    /// au_cpb_removal_delay_minus1 + 1: ticks since the removal of the last earlier access unit that began a buffering
    /// period, at least 1.
    package var removalDelay: Int
    /// pic_dpb_output_delay: from removal to output.
    package var outputDelay: Int

    /// Creates a message.
    package init(removalDelay: Int, outputDelay: Int) {
        self.removalDelay = removalDelay
        self.outputDelay = outputDelay
    }

    /// Reads a payload.
    ///
    /// - Parameter hasFieldInformation: frame_field_info_present_flag of the VUI.
    package init(
        payload: [UInt8],
        _ decoder: HypotheticalDecoder,
        hasFieldInformation: Bool
    ) throws(BitstreamError) {
        guard decoder.hasNAL || decoder.hasVCL else {
            throw BitstreamError(.unsupported, "pic_timing", "it has no buffer timing")
        }
        var bits = BitReader(payload)
        if hasFieldInformation { try bits.skip(4 + 2 + 1, "pic_struct") }
        removalDelay = Int(try bits.bits(decoder.removalDelayLength, "au_cpb_removal_delay_minus1")) + 1
        outputDelay = Int(try bits.bits(decoder.outputDelayLength, "pic_dpb_output_delay"))
    }

    /// The message, for a VUI without field information. Precondition: its values fit in the fields of the decoder.
    package func message(_ decoder: HypotheticalDecoder) -> SupplementalMessage {
        var bits = BitWriter()
        bits.bits(UInt64(removalDelay - 1), decoder.removalDelayLength)
        bits.bits(UInt64(outputDelay), decoder.outputDelayLength)
        if bits.position % 8 != 0 { bits.trailingBits() }
        return SupplementalMessage(payloadType: Self.payloadType, payload: bits.bytes)
    }
}
