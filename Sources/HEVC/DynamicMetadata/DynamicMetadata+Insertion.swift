package import Media

extension DynamicMetadata {
    /// A length-prefixed sample of one picture with this metadata: HDR10+ as a prefix SEI unit of one message with the
    /// picture's TemporalId, behind the SEI of the buffer and before the first slice; the RPU as the last unit, with
    /// TemporalId 0.
    ///
    /// Throws `missing` if the sample has no slice of the base layer, and `invalid` if it has an RPU or a message of
    /// HDR10+ already, or an end of its sequence, behind which decoders find no RPU.
    package func inserted(intoSample sample: RawSpan) throws(BitstreamError) -> [UInt8] {
        let found = try AccessUnitMetadata(sample: sample)
        guard found.isEmpty, !found.endsSequence else {
            let words = found.isEmpty ? "an end of a sequence" : "dynamic metadata"
            throw BitstreamError(.invalid, "access_unit", "it has \(words) already")
        }
        var whole: [UInt8]
        if let hdr10Plus {
            let message = SupplementalMessage(payloadType: RegisteredUserData.payloadType, payload: hdr10Plus)
            let level = try NALUnitFraming.firstSlice(ofSample: sample).temporalID
            whole = try NALUnitFraming.inserting(
                [SupplementalMessage.unit([message], temporalID: level)],
                intoSample: sample
            )
        } else {
            whole = sample.copied()
        }
        if let dolbyVision {
            DolbyVisionUnit.unit(payload: dolbyVision).withRawSpan { NALUnitFraming.appendUnit($0, to: &whole) }
        }
        return whole
    }

    /// Bytes that the metadata adds to a length-prefixed sample: lengths, headers and emulation prevention included.
    /// They do not depend on the TemporalId.
    package var insertedByteCount: Int {
        var count = 0
        if let hdr10Plus {
            let message = SupplementalMessage(payloadType: RegisteredUserData.payloadType, payload: hdr10Plus)
            count += NALUnitCursor.lengthByteCount + SupplementalMessage.unit([message]).count
        }
        if let dolbyVision {
            count += NALUnitCursor.lengthByteCount + DolbyVisionUnit.unit(payload: dolbyVision).count
        }
        return count
    }
}
