extension NALUnitFraming {
    /// Gives the delimiter, SEI, filler and enhancement NAL units of a length-prefixed sample the TemporalId of its
    /// picture, in place; returns how many NAL units were changed.
    ///
    /// A delimiter and filler must have their picture's TemporalId, SEI must not have a lower one (ISO/IEC 23008-2
    /// 7.4.2.2), and a Dolby Vision enhancement layer (type 63, unspecified) belongs only to its picture. Encoders
    /// write 0, so these NAL units would be left behind without a picture when a level is dropped. Parameter sets, ends
    /// of sequences, slices and the metadata of Dolby Vision (type 62) do not change: decoders accept an RPU only with
    /// TemporalId 0. Throws `missing` if the sample has no slice of the base layer; then nothing is changed.
    @discardableResult
    package static func alignTemporalIDs(inSample sample: inout [UInt8]) throws(BitstreamError) -> Int {
        var level: UInt8?
        var followers: [(offset: Int, header: NALUnitHeader)] = []
        try sample.withRawSpan { span throws(BitstreamError) in
            var cursor = NALUnitCursor()
            while let range = try cursor.next(in: span) {
                let header = try NALUnitHeader(span.extracting(range))
                if header.type.isSlice, header.layerID == 0 {
                    level = level ?? header.temporalID
                } else if header.type.followsPicture {
                    followers.append((range.lowerBound, header))
                }
            }
        }
        guard let level else { throw BitstreamError(.missing, "slice_segment_layer", "the sample has no slice") }
        var changed = 0
        for (offset, header) in followers where header.temporalID != level {
            var header = header
            header.temporalID = level
            // The second byte is never zero, so no start code can result.
            sample[offset + 1] = header.bytes[1]
            changed += 1
        }
        return changed
    }

    /// Gives all NAL units of a length-prefixed sample the TemporalId of their picture (ISO/IEC 23008-2 7.4.2.2): the
    /// slices, and the SEI and delimiter NAL units that belong to them. The metadata of Dolby Vision stays as it is.
    ///
    /// Slices that were on level 0 become temporal sub-layer access pictures. The standard demands that neither these
    /// pictures nor later ones on their level or above refer to earlier pictures there. This is true if the caller only
    /// raises pictures that referred to level 0 alone. Others keep their type, because they may refer to their own
    /// level. Nothing in the slices themselves depends on either field.
    package static func setTemporalID(_ temporalID: UInt8, ofSample sample: inout [UInt8]) throws(BitstreamError) {
        // Safe: the array's bytes are initialised and lent for the call.
        let units = unsafe try unitsOfSample(sample.span.bytes)
        for range in units {
            // Safe: as above; the NAL unit is inside the array, as the cursor checked.
            var header = unsafe try NALUnitHeader(sample.span.bytes.extracting(range))
            guard header.temporalID != temporalID, header.type != .dolbyVisionMetadata else { continue }
            guard !header.type.isIRAP, !header.type.isParameterSet else {
                throw BitstreamError(
                    .invalid,
                    "nuh_temporal_id_plus1",
                    "a NAL unit of type \(header.type.rawValue) cannot be on level \(temporalID)"
                )
            }
            switch header.type {
            case .trailN where header.temporalID == 0: header.type = .tsaN
            case .trailR where header.temporalID == 0: header.type = .tsaR
            default: break
            }
            header.temporalID = temporalID
            sample.replaceSubrange(range.prefix(NALUnitHeader.byteCount), with: header.bytes)
        }
    }
}
