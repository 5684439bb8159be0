import FFmpeg
import Media

/// The properties of a decoded picture, without its samples.
struct PictureFacts: Hashable, Sendable {
    /// Presentation tick of the stream; nil if the decoder lost it.
    let presentationTick: Int64?
    /// Size after cropping.
    let size: PictureSize
    /// FFmpeg's number of the pixel format.
    let pixelFormat: Int32
    /// Colour tags: those of the bitstream, or of the container for codecs that have none.
    let colour: ColourDescription
    /// Whether it consists of two fields.
    let isInterlaced: Bool
    /// Whether the decoder had to guess parts of it.
    let isDamaged: Bool

    /// Reads the properties of a frame.
    init(_ frame: Frame) {
        presentationTick = frame.presentationTick ?? frame.likelyTick
        size = PictureSize(width: frame.width, height: frame.height)
        pixelFormat = frame.format
        colour = frame.colour
        isInterlaced = frame.isInterlaced
        isDamaged = frame.isDamaged
    }
}
