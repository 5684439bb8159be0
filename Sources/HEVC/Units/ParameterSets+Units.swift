package import Media

extension ParameterSets {
    /// Takes VPS, SPS and PPS from the header of a stream, Annex B or length-prefixed; other NAL units are ignored.
    ///
    /// Throws `missing` if one of the three is missing, and `unsupported` if there are two different ones of a kind.
    package init(header: RawSpan) throws(BitstreamError) {
        var found: [NALUnitType: [UInt8]] = [:]
        for range in try NALUnitFraming.units(of: header) {
            let unit = header.extracting(range)
            let type = try NALUnitHeader(unit).type
            guard type.isParameterSet else { continue }
            let bytes = unit.copied()
            if let other = found.updateValue(bytes, forKey: type), other != bytes {
                throw BitstreamError(.unsupported, "parameter sets", "there are two of type \(type.rawValue)")
            }
        }
        guard let vps = found[.vps], let sps = found[.sps], let pps = found[.pps] else {
            throw BitstreamError(.missing, "parameter sets", "the header lacks VPS, SPS or PPS")
        }
        self.init(vps: vps, sps: sps, pps: pps)
    }

    /// The sets as an Annex B stream, for decoders that need one.
    package var annexB: [UInt8] {
        units.flatMap { [0, 0, 0, 1] + $0 }
    }

    /// The sets, each after its length in four bytes.
    package var lengthPrefixed: [UInt8] {
        var bytes: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &bytes) } }
        return bytes
    }
}
