import CFFmpeg
import Media

extension ColourDescription {
    /// The colour tags of a stream; FFmpeg uses the codes of H.273.
    init(_ parameters: AVCodecParameters) {
        self = unsafe ColourDescription(
            primaries: parameters.color_primaries,
            transfer: parameters.color_trc,
            matrix: parameters.color_space,
            range: parameters.color_range
        )
    }

    /// The colour tags of a decoded picture.
    init(_ frame: AVFrame) {
        self = unsafe ColourDescription(
            primaries: frame.color_primaries,
            transfer: frame.color_trc,
            matrix: frame.colorspace,
            range: frame.color_range
        )
    }

    private init(
        primaries: AVColorPrimaries,
        transfer: AVColorTransferCharacteristic,
        matrix: AVColorSpace,
        range: AVColorRange
    ) {
        self.init(
            primaries: Self.code(primaries.rawValue),
            transfer: Self.code(transfer.rawValue),
            matrix: Self.code(matrix.rawValue),
            isFullRange: range == AVCOL_RANGE_UNSPECIFIED ? nil : range == AVCOL_RANGE_JPEG
        )
    }

    /// 0 is reserved for primaries and transfer, and FFmpeg uses it for "unspecified". Values above a byte are private.
    private static func code(_ value: UInt32) -> UInt8 { value > 0 && value <= 255 ? UInt8(value) : 2 }
}
