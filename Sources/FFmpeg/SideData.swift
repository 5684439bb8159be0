import CFFmpeg
import Media

/// Values in side data, which FFmpeg stores as structures of its own.
///
/// FFmpeg allocates side data of a kind as the whole structure; the size is checked all the same.
enum SideData {
    /// Lends the side data of a stream for the call; nil if it has none of the kind.
    @unsafe static func bytes(
        _ kind: SideDataKind,
        of stream: UnsafeMutablePointer<AVStream>
    ) -> UnsafeRawBufferPointer? {
        let type: AVPacketSideDataType
        switch kind {
        case .masteringDisplay: type = AV_PKT_DATA_MASTERING_DISPLAY_METADATA
        case .contentLight: type = AV_PKT_DATA_CONTENT_LIGHT_LEVEL
        case .dolbyVision: type = AV_PKT_DATA_DOVI_CONF
        case .displayMatrix: type = AV_PKT_DATA_DISPLAYMATRIX
        case .dolbyVisionUnits, .colourProfile, .dynamicMetadata: return nil
        }
        var size = 0
        // Safe: the bytes live as long as the stream.
        guard let data = unsafe granary_side_data(stream, type, &size) else { return nil }
        return unsafe UnsafeRawBufferPointer(start: data, count: size)
    }

    /// Lends the side data of a frame until the frame changes; nil if it has none of the kind.
    @unsafe static func bytes(
        _ kind: SideDataKind,
        of frame: UnsafeMutablePointer<AVFrame>
    ) -> UnsafeRawBufferPointer? {
        let type: AVFrameSideDataType
        switch kind {
        case .masteringDisplay: type = AV_FRAME_DATA_MASTERING_DISPLAY_METADATA
        case .contentLight: type = AV_FRAME_DATA_CONTENT_LIGHT_LEVEL
        case .dolbyVisionUnits: type = AV_FRAME_DATA_DOVI_RPU_BUFFER
        case .colourProfile: type = AV_FRAME_DATA_ICC_PROFILE
        case .dynamicMetadata: type = AV_FRAME_DATA_DYNAMIC_HDR_PLUS
        case .dolbyVision, .displayMatrix: return nil
        }
        // Safe: the bytes live as long as the frame keeps them.
        guard let data = unsafe av_frame_get_side_data(frame, type)?.pointee else { return nil }
        return unsafe UnsafeRawBufferPointer(start: data.data, count: data.size)
    }

    /// A whole mastering display; nil if it is only a part of one, which HEVC and MP4 cannot represent.
    static func masteringDisplay(_ bytes: UnsafeRawBufferPointer) -> MasteringDisplay? {
        // Safe: the size is that of the structure at least.
        guard bytes.count >= MemoryLayout<AVMasteringDisplayMetadata>.size else { return nil }
        let metadata = unsafe bytes.loadUnaligned(as: AVMasteringDisplayMetadata.self)
        guard metadata.has_luminance != 0, metadata.has_primaries != 0 else { return nil }
        // FFmpeg orders the primaries R, G, B; HEVC and Granary's type G, B, R.
        let (red, green, blue) = metadata.display_primaries
        guard let green = chromaticity(green), let blue = chromaticity(blue), let red = chromaticity(red),
            let white = chromaticity(metadata.white_point),
            let maximum = UInt32(exactly: rounded(metadata.max_luminance, to: 10_000)),
            let minimum = UInt32(exactly: rounded(metadata.min_luminance, to: 10_000))
        else { return nil }
        return MasteringDisplay(
            green: green,
            blue: blue,
            red: red,
            whitePoint: white,
            maximumLuminance: maximum,
            minimumLuminance: minimum
        )
    }

    private static func chromaticity(_ point: (AVRational, AVRational)) -> MasteringDisplay.Chromaticity? {
        guard let x = UInt16(exactly: rounded(point.0, to: 50_000)),
            let y = UInt16(exactly: rounded(point.1, to: 50_000))
        else { return nil }
        return MasteringDisplay.Chromaticity(x: x, y: y)
    }

    private static func rounded(_ value: AVRational, to unit: Int64) -> Int64 {
        Ratio(value.num, over: value.den).rounded(to: unit)
    }

    /// The content light levels.
    static func contentLight(_ bytes: UnsafeRawBufferPointer) -> ContentLight? {
        // Safe: the size is that of the structure at least.
        guard bytes.count >= MemoryLayout<AVContentLightMetadata>.size else { return nil }
        let metadata = unsafe bytes.loadUnaligned(as: AVContentLightMetadata.self)
        return ContentLight(
            maximumContentLightLevel: UInt16(clamping: metadata.MaxCLL),
            maximumFrameAverageLightLevel: UInt16(clamping: metadata.MaxFALL)
        )
    }

    /// The configuration record of Dolby Vision.
    static func dolbyVision(_ bytes: UnsafeRawBufferPointer) -> DolbyVision? {
        // Safe: the size is that of the structure at least.
        guard bytes.count >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size else { return nil }
        let record = unsafe bytes.loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
        return DolbyVision(
            profile: record.dv_profile,
            level: record.dv_level,
            hasMetadata: record.rpu_present_flag != 0,
            hasEnhancementLayer: record.el_present_flag != 0,
            hasBaseLayer: record.bl_present_flag != 0,
            compatibility: record.dv_bl_signal_compatibility_id
        )
    }
}
