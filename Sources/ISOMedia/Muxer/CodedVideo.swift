import AVC
import HEVC
import Media

/// What the parameter sets of a film say: its configuration box, with what the muxer needs of the sequence.
enum CodedVideo {
    /// HEVC.
    case hevc(HEVCConfigurationBox, SequenceParameterSet)
    /// H.264.
    case avc(AVCConfigurationBox, AVCSequenceParameterSet)

    /// Reads the parameter sets of a track. Throws if one cannot be read.
    init(_ sets: ParameterSets, _ track: VideoTrackConfiguration) throws(MovieError) {
        switch sets.codec {
        case .hevc:
            let context = try Self.read { () throws(BitstreamError) in try SliceHeader.Context(sets) }
            var box = try HEVCConfigurationBox(sets, context, constantRate: track.constantRate)
            try box.add(prefixSEI: track.prefixSEI)
            self = .hevc(box, context.sequence)
        case .h264:
            let sequence = try Self.read { () throws(BitstreamError) in
                try sets.sps.withRawSpan { (span) throws(BitstreamError) in try AVCSequenceParameterSet(unit: span) }
            }
            self = .avc(try AVCConfigurationBox(sets, sequence), sequence)
        }
    }

    /// Reads a part of the parameter sets.
    static func read<Value>(_ body: () throws(BitstreamError) -> Value) throws(MovieError) -> Value {
        do throws(BitstreamError) {
            return try body()
        } catch {
            throw MovieError(.invalidConfiguration, "parameter sets", error.words)
        }
    }

    /// Size of the coded picture after cropping.
    var size: PictureSize {
        switch self {
        case .hevc(_, let sequence): sequence.size
        case .avc(_, let sequence): sequence.size
        }
    }

    /// Number of temporal sub-layers that the sets describe.
    var subLayers: Int {
        switch self {
        case .hevc(_, let sequence): sequence.subLayers
        case .avc: 1
        }
    }
}
