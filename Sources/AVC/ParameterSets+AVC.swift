package import HEVC
package import Media

extension ParameterSets {
    /// The sets in what an encoder of H.264 returns as its header: NAL units after lengths of four bytes. Other units,
    /// such as a message with the encoder's settings, are dropped.
    package init(avcHeader header: RawSpan) throws(BitstreamError) {
        var cursor = NALUnitCursor()
        var (sps, pps): ([UInt8]?, [UInt8]?)
        while let range = try cursor.next(in: header) {
            let unit = header.extracting(range)
            switch AVCUnitHeader(unit.byte(at: 0)).type {
            case .sps where sps == nil: sps = unit.copied()
            case .pps where pps == nil: pps = unit.copied()
            case .sps, .pps: throw BitstreamError(.unsupported, "parameter sets", "there is more than one of a kind")
            default: break
            }
        }
        guard let sps, let pps else { throw BitstreamError(.missing, "parameter sets", "SPS or PPS is missing") }
        self.init(vps: [], sps: sps, pps: pps)
    }

    /// The same sets with another level_idc, which no other syntax depends on.
    package func declaring(avcLevel level: UInt8) throws(BitstreamError) -> ParameterSets {
        guard codec == .h264, sps.count > 3 else {
            throw BitstreamError(.invalid, "level_idc", "there is no sequence parameter set of H.264")
        }
        var sets = self
        sets.sps[3] = level
        return sets
    }
}
