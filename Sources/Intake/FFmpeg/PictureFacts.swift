import CFFmpeg
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

    /// Reads the properties of a frame, which must be readable during the call.
    init(_ frame: UnsafePointer<AVFrame>) {
        // Safe: the caller guarantees that the frame is readable.
        let pts = unsafe frame.pointee.pts
        let best = unsafe frame.pointee.best_effort_timestamp
        presentationTick = pts != granary_no_timestamp ? pts : best != granary_no_timestamp ? best : nil
        size = unsafe PictureSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        unsafe pixelFormat = frame.pointee.format
        colour = unsafe ColourDescription(frame.pointee)
        isInterlaced = unsafe granary_is_interlaced(frame) != 0
        let flags = unsafe frame.pointee.flags
        isDamaged = unsafe flags & AV_FRAME_FLAG_CORRUPT != 0 || frame.pointee.decode_error_flags != 0
    }
}
