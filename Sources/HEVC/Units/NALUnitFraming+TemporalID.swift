extension NALUnitFraming {
    /// Gives all units of a length-prefixed sample the TemporalId of their picture (ISO/IEC 23008-2 7.4.2.2): the slices,
    /// and the SEI and delimiter units that belong to them.
    ///
    /// Slices that change their TemporalId become temporal sub-layer access pictures, of which the standard demands that
    /// neither they nor what follows them on their level or above refers to what came before them there. That holds
    /// where the caller raises pictures of what was level 0; nothing of the slices themselves depends on either field.
    package static func setTemporalID(_ temporalID: UInt8, ofSample sample: inout [UInt8]) throws(BitstreamError) {
        // Safe: the array's bytes are initialised and lent for the call.
        let units = unsafe try unitsOfSample(sample.span.bytes)
        for range in units {
            // Safe: as above; the unit lies inside the array, as the cursor checked.
            var header = unsafe try NALUnitHeader(sample.span.bytes.extracting(range))
            guard header.temporalID != temporalID else { continue }
            guard !header.type.isIRAP, !header.type.isParameterSet else {
                throw BitstreamError(
                    .invalid,
                    "nuh_temporal_id_plus1",
                    "a unit of type \(header.type.rawValue) cannot be on level \(temporalID)"
                )
            }
            header.temporalID = temporalID
            switch header.type {
            case .trailN: header.type = .tsaN
            case .trailR: header.type = .tsaR
            default: break
            }
            sample.replaceSubrange(range.prefix(NALUnitHeader.byteCount), with: header.bytes)
        }
    }
}
