/// The parameter sets that a stream has sent so far, by their numbers: at most 16 VPS, 16 SPS and 64 PPS (ISO/IEC
/// 23008-2 7.4.2.4.2).
struct ParameterSetStore: Sendable {
    private(set) var videos: [UInt8: VideoParameterSet] = [:]
    private(set) var sequences: [UInt8: SequenceParameterSet] = [:]
    private(set) var pictures: [UInt8: PictureParameterSet] = [:]
    private var sequenceBytes: [UInt8: [UInt8]] = [:]
    private var contexts: [UInt8: SliceHeader.Context] = [:]

    /// Numbers of the SPS that were replaced since this was emptied.
    var replacedSequences: Set<UInt8> = []

    /// Takes a parameter set; NAL units of other types are ignored.
    mutating func add(_ unit: RawSpan) throws(BitstreamError) {
        switch try NALUnitHeader(unit).type {
        case .vps:
            let set = try VideoParameterSet(unit: unit)
            videos[set.id] = set
        case .sps:
            let set = try SequenceParameterSet(unit: unit)
            let bytes = unit.copied()
            if let other = sequenceBytes.updateValue(bytes, forKey: set.id), other != bytes {
                replacedSequences.insert(set.id)
            }
            sequences[set.id] = set
            contexts.removeAll()
        case .pps:
            let set = try PictureParameterSet(unit: unit)
            pictures[set.id] = set
            contexts[set.id] = nil
        default: break
        }
    }

    /// The parameter sets for the headers of slices that refer to a PPS; nil if PPS or SPS are missing.
    mutating func context(pictureSet id: UInt8) -> SliceHeader.Context? {
        if let context = contexts[id] { return context }
        guard let picture = pictures[id], let sequence = sequences[picture.sequenceParameterSetID] else { return nil }
        let context = SliceHeader.Context(sequence: sequence, picture: picture)
        contexts[id] = context
        return context
    }
}
