import CX264
import Media

/// A parameter block of libx264, owned by this value.
@safe struct X264Parameters: ~Copyable {
    let block: UnsafeMutablePointer<x264_param_t>

    /// Creates a block from a preset and a tune (`none` for no tune).
    init(speed: String, tune: String) throws(EncodingError) {
        let block = UnsafeMutablePointer<x264_param_t>.allocate(capacity: 1)
        unsafe block.initialize(to: x264_param_t())
        // Safe: the block is owned here, and both strings live through the call, which fills all of it.
        guard unsafe x264_param_default_preset(block, speed, tune == "none" ? nil : tune) == 0 else {
            unsafe block.deallocate()
            throw EncodingError(
                .refusedOption,
                attempted: "configure the encoder",
                subject: "video.speed \(speed), video.tune \(tune)",
                cause: "libx264 has no such preset or tune",
                remedy: "speeds are \(EncoderSettings.speeds.joined(separator: ", ")); "
                    + "tunes are \(EncoderSettings.tunes.joined(separator: ", "))"
            )
        }
        unsafe self.block = unsafe block
    }

    deinit {
        // Safe: the block is owned by this value; the call frees what the library allocated for it.
        unsafe x264_param_cleanup(block)
        unsafe block.deallocate()
    }

    /// Sets an option by its name in x264.
    mutating func set(_ name: String, _ value: String) throws(EncodingError) {
        // Safe: both strings live through the call; x264 copies what it keeps.
        let result = unsafe x264_param_parse(block, name, value)
        guard result != 0 else { return }
        throw EncodingError(
            .refusedOption,
            attempted: "configure the encoder",
            subject: result == X264_PARAM_BAD_NAME ? name : "\(name)=\(value)",
            cause: result == X264_PARAM_BAD_NAME ? "libx264 has no such option" : "libx264 rejects the value"
        )
    }

    /// Describes the pictures, and the fields that have no name in `x264_param_parse`.
    ///
    /// Films of unequal frames get one duration for all, too: the rate of a range must not depend on where it is. Only
    /// the stream then does not claim a fixed rate.
    mutating func describe(_ settings: EncoderSettings, frames: Int) {
        let colour = settings.colour
        // Safe: these are plain stores into the block that this value owns.
        unsafe block.pointee.i_width = Int32(settings.size.width)
        unsafe block.pointee.i_height = Int32(settings.size.height)
        unsafe block.pointee.i_csp = X264_CSP_I420
        unsafe block.pointee.i_bitdepth = Int32(settings.format.bitDepth)
        unsafe block.pointee.i_frame_total = Int32(clamping: frames)
        unsafe block.pointee.i_fps_num = UInt32(settings.frameRate.frames)
        unsafe block.pointee.i_fps_den = UInt32(settings.frameRate.seconds)
        unsafe block.pointee.i_timebase_num = UInt32(settings.frameRate.seconds)
        unsafe block.pointee.i_timebase_den = UInt32(settings.frameRate.frames)
        unsafe block.pointee.b_vfr_input = settings.hasConstantRate ? 0 : 1
        // Key frames only where they are asked for: cuts inside a range become I pictures.
        unsafe block.pointee.i_keyint_max = X264_KEYINT_MAX_INFINITE
        unsafe block.pointee.i_keyint_min = 1 << 29
        // The reconstruction is hashed, so it must be complete.
        unsafe block.pointee.b_full_recon = 1
        unsafe block.pointee.vui.i_colorprim = Int32(colour.primaries)
        unsafe block.pointee.vui.i_transfer = Int32(colour.transfer)
        unsafe block.pointee.vui.i_colmatrix = Int32(colour.matrix)
        unsafe block.pointee.vui.b_fullrange = colour.isFullRange == true ? 1 : 0
        if let location = settings.chromaLocation { unsafe block.pointee.vui.i_chroma_loc = Int32(location) }
        unsafe block.pointee.vui.i_sar_width = Int32(clamping: settings.pixelAspect.horizontal)
        unsafe block.pointee.vui.i_sar_height = Int32(clamping: settings.pixelAspect.vertical)
    }

    /// Makes the encode of an analysis fast, as x264 does in a first pass: slice types and macroblock tree stay those
    /// of the preset.
    mutating func useFastFirstPass() {
        // Safe: the block is owned by this value.
        unsafe x264_param_apply_fastfirstpass(block)
    }

    /// Writes nothing to the log but errors, or nothing at all.
    mutating func quieten(completely: Bool = false) {
        // Safe: a plain store into the block that this value owns.
        unsafe block.pointee.i_log_level = completely ? X264_LOG_NONE : X264_LOG_ERROR
    }

    /// Declares a level, 10 times its number, in place of one that would depend on the rate of a range.
    mutating func declare(level: Int) {
        // Safe: a plain store into the block that this value owns.
        unsafe block.pointee.i_level_idc = Int32(level)
    }

    /// Limits the stream to the High profile.
    mutating func useHighProfile() throws(EncodingError) {
        // Safe: the block is owned by this value, and the name lives through the call.
        guard unsafe x264_param_apply_profile(block, "high") == 0 else {
            throw EncodingError(
                .refusedOption,
                attempted: "configure the encoder",
                subject: "video.options",
                cause: "libx264 cannot encode them in the High profile",
                remedy: "leave some of them out"
            )
        }
    }
}
