/// What a decoder needs before the first sample of a codec other than HEVC. The counterpart of a
/// CMVideoFormatDescription with its extensions.
///
/// Values are checked when a session is created.
public struct CodecDescription: Hashable, Sendable {
    /// FFmpeg's name of the codec, as in `h264`, `av1`, `vp9` or `prores`.
    public let codec: String
    /// The codec configuration as a container has it: for H.264 the content of the `avcC` box, for AV1 of `av1C`. Empty
    /// for codecs without one, and for samples that have their headers inside.
    public let configuration: [UInt8]
    /// Pixels in a row.
    public let width: Int
    /// Rows of pixels.
    public let height: Int

    /// Creates a description.
    public init(codec: String, configuration: [UInt8] = [], width: Int, height: Int) {
        self.codec = codec
        self.configuration = configuration
        self.width = width
        self.height = height
    }
}
