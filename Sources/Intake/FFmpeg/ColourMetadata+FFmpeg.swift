import CFFmpeg
import Media

extension ColourMetadata {
    /// The colour metadata that a demuxer found for a stream.
    init(_ stream: UnsafePointer<AVStream>) {
        // Safe: the caller lends the stream for the call, and its parameters live as long as the stream.
        let parameters = unsafe stream.pointee.codecpar.pointee
        self = unsafe ColourMetadata(
            colour: ColourDescription(parameters),
            masteringDisplay: MasteringDisplay(sideDataOf: stream),
            contentLight: ContentLight(sideDataOf: stream),
            chromaLocation: ColourMetadata.type(of: parameters.chroma_location)
        )
    }

    /// The colour metadata that a decoder returned with a picture, which must be readable during the call.
    init(_ frame: UnsafePointer<AVFrame>) {
        // Safe: the caller guarantees that the frame is readable.
        let location = unsafe frame.pointee.chroma_location
        self = unsafe ColourMetadata(
            colour: ColourDescription(frame.pointee),
            masteringDisplay: MasteringDisplay(sideDataOf: frame),
            contentLight: ContentLight(sideDataOf: frame),
            // Decoders report "left" if the bitstream does not say, and left is the default.
            chromaLocation: location == AVCHROMA_LOC_LEFT ? nil : ColourMetadata.type(of: location)
        )
    }

    /// chroma_sample_loc_type for FFmpeg's number, which is one more.
    private static func type(of location: AVChromaLocation) -> UInt8? {
        (1...6).contains(location.rawValue) ? UInt8(location.rawValue - 1) : nil
    }
}

extension MasteringDisplay {
    /// The mastering display in a picture's side data.
    fileprivate init?(sideDataOf frame: UnsafePointer<AVFrame>) {
        // Safe: FFmpeg allocates side data of this kind as the whole structure; its size is checked all the same.
        guard let data = unsafe av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)?.pointee
        else { return nil }
        unsafe self.init(data.data, byteCount: data.size)
    }

    /// The mastering display in a stream's side data.
    fileprivate init?(sideDataOf stream: UnsafePointer<AVStream>) {
        var size = 0
        let data = unsafe granary_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &size)
        unsafe self.init(data, byteCount: size)
    }

    /// Whether the side data of a stream has only a part of a mastering display, as Matroska allows. HEVC and MP4
    /// cannot represent a part.
    static func isPartial(sideDataOf stream: UnsafePointer<AVStream>) -> Bool {
        var size = 0
        let data = unsafe granary_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &size)
        return unsafe data != nil && MasteringDisplay(data, byteCount: size) == nil
    }

    private init?(_ data: UnsafePointer<UInt8>?, byteCount: Int) {
        guard let data = unsafe data, byteCount >= MemoryLayout<AVMasteringDisplayMetadata>.size else { return nil }
        let metadata = unsafe UnsafeRawPointer(data).loadUnaligned(as: AVMasteringDisplayMetadata.self)
        guard metadata.has_luminance != 0, metadata.has_primaries != 0 else { return nil }
        // FFmpeg orders the primaries R, G, B; HEVC and this type G, B, R.
        let (red, green, blue) = metadata.display_primaries
        guard let green = Chromaticity(green), let blue = Chromaticity(blue), let red = Chromaticity(red),
            let white = Chromaticity(metadata.white_point),
            let maximum = UInt32(exactly: metadata.max_luminance.rounded(to: 10_000)),
            let minimum = UInt32(exactly: metadata.min_luminance.rounded(to: 10_000))
        else { return nil }
        self.init(
            green: green,
            blue: blue,
            red: red,
            whitePoint: white,
            maximumLuminance: maximum,
            minimumLuminance: minimum
        )
    }
}

extension MasteringDisplay.Chromaticity {
    fileprivate init?(_ point: (AVRational, AVRational)) {
        guard let x = UInt16(exactly: point.0.rounded(to: 50_000)), let y = UInt16(exactly: point.1.rounded(to: 50_000))
        else { return nil }
        self.init(x: x, y: y)
    }
}

extension AVRational {
    /// The nearest whole number of `1 / unit`; -1 if the fraction has no value.
    fileprivate func rounded(to unit: Int64) -> Int64 {
        guard den > 0, num >= 0 else { return -1 }
        return (Int64(num) * unit + Int64(den) / 2) / Int64(den)
    }
}

extension ContentLight {
    /// The content light levels in a picture's side data.
    fileprivate init?(sideDataOf frame: UnsafePointer<AVFrame>) {
        guard let data = unsafe av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)?.pointee else {
            return nil
        }
        unsafe self.init(data.data, byteCount: data.size)
    }

    /// The content light levels in a stream's side data.
    fileprivate init?(sideDataOf stream: UnsafePointer<AVStream>) {
        var size = 0
        let data = unsafe granary_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &size)
        unsafe self.init(data, byteCount: size)
    }

    private init?(_ data: UnsafePointer<UInt8>?, byteCount: Int) {
        guard let data = unsafe data, byteCount >= MemoryLayout<AVContentLightMetadata>.size else { return nil }
        let metadata = unsafe UnsafeRawPointer(data).loadUnaligned(as: AVContentLightMetadata.self)
        self.init(
            maximumContentLightLevel: UInt16(clamping: metadata.MaxCLL),
            maximumFrameAverageLightLevel: UInt16(clamping: metadata.MaxFALL)
        )
    }
}
