import CX265
import Media

/// A parameter block of libx265, owned by this value.
@safe struct X265Parameters: ~Copyable {
    let api: UnsafePointer<x265_api>
    let block: UnsafeMutablePointer<x265_param>

    /// Creates a block from a preset and a tune (`none` for no tune).
    init(depth: Int, speed: String, tune: String) throws(EncodingError) {
        guard let api = unsafe X265Library.table(depth: depth) else {
            throw EncodingError(
                .unsupportedDepth,
                attempted: "open libx265",
                subject: "\(depth) bit",
                cause: "this libx265 was built without that bit depth",
                remedy: "install a libx265 with \(depth)-bit support (Debian's has 8, 10 and 12), or set video.bitDepth"
            )
        }
        guard let block = unsafe api.pointee.param_alloc() else {
            throw EncodingError(
                .notOpened,
                attempted: "open libx265",
                subject: "\(depth) bit",
                cause: "out of memory for its parameters"
            )
        }
        // Safe: the block was just allocated by the same table and is freed once, here or in deinit.
        guard unsafe api.pointee.param_default_preset(block, speed, tune == "none" ? nil : tune) == 0 else {
            unsafe api.pointee.param_free(block)
            throw EncodingError(
                .refusedOption,
                attempted: "configure the encoder",
                subject: "video.speed \(speed), video.tune \(tune)",
                cause: "libx265 has no such preset or tune",
                remedy: "speeds are \(EncoderSettings.speeds.joined(separator: ", ")); "
                    + "tunes are \(EncoderSettings.tunes.joined(separator: ", "))"
            )
        }
        unsafe self.api = unsafe api
        unsafe self.block = unsafe block
    }

    deinit { unsafe api.pointee.param_free(block) }

    /// Sets an option by its name in x265.
    mutating func set(_ option: X265Option) throws(EncodingError) {
        // Safe: both strings live through the call; x265 copies what it keeps.
        switch unsafe api.pointee.param_parse(block, option.name, option.value) {
        case 0: return
        case -1:
            throw EncodingError(
                .refusedOption,
                attempted: "configure the encoder",
                subject: option.name,
                cause: "libx265 has no such option",
                remedy: "`x265 --fullhelp` lists the options; write it without the two dashes"
            )
        default:
            throw EncodingError(
                .refusedOption,
                attempted: "configure the encoder",
                subject: "\(option.name)=\(option.value)",
                cause: "libx265 rejects the value"
            )
        }
    }

    /// Describes the input pictures: the fields that have no name in `param_parse`, or whose names are those of a file
    /// to read.
    mutating func describeInput(size: PictureSize, rate: FrameRate, frames: Int) {
        // Safe: these are plain stores into the block that this value owns.
        unsafe block.pointee.sourceWidth = Int32(size.width)
        unsafe block.pointee.sourceHeight = Int32(size.height)
        unsafe block.pointee.fpsNum = UInt32(rate.frames)
        unsafe block.pointee.fpsDenom = UInt32(rate.seconds)
        // libx265 makes one frame a still picture, of another profile, and all ranges of a film must have the same one.
        // It does not know a number of 0.
        unsafe block.pointee.totalFrames = frames == 1 ? 0 : Int32(frames)
        unsafe block.pointee.internalCsp = X265_CSP_I420
    }

    /// Makes the lookahead see at least that many pictures.
    mutating func widenLookahead(toAtLeast pictures: Int) {
        // Safe: a plain store into the block that this value owns.
        unsafe block.pointee.lookaheadDepth = max(block.pointee.lookaheadDepth, Int32(pictures))
    }
}
