import CFFmpeg
package import Media

/// A decoded picture or piece of audio: the owner of an AVFrame.
///
/// One thread at a time uses it. Its properties are those of what was put into it last.
@safe package final class Frame {
    /// FFmpeg's structure; valid as long as this object.
    let raw: UnsafeMutablePointer<AVFrame>

    /// Creates an empty frame.
    package init() {
        // Safe: the structure is owned by this object alone and freed in deinit.
        guard let frame = unsafe av_frame_alloc() else { fatalError("out of memory for a frame") }
        unsafe raw = unsafe frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
        unsafe av_frame_free(&frame)
    }

    /// Presentation tick; nil if the decoder has none.
    package var presentationTick: Int64? { Library.timestamp(unsafe raw.pointee.pts) }

    /// Presentation tick that the decoder derives from several sources; nil if it has none.
    package var likelyTick: Int64? { Library.timestamp(unsafe raw.pointee.best_effort_timestamp) }

    /// FFmpeg's number of the pixel or sample format.
    package var format: Int32 { unsafe raw.pointee.format }

    // MARK: - Pictures

    /// Width in pixels after cropping.
    package var width: Int { unsafe Int(raw.pointee.width) }

    /// Height in pixels after cropping.
    package var height: Int { unsafe Int(raw.pointee.height) }

    /// Whether it consists of two fields.
    package var isInterlaced: Bool { unsafe granary_is_interlaced(raw) != 0 }

    /// Whether decoding can start at it.
    package var isKey: Bool { unsafe granary_is_key(raw) != 0 }

    /// Whether the decoder had to guess parts of it.
    package var isDamaged: Bool {
        unsafe raw.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || raw.pointee.decode_error_flags != 0
    }

    /// Its colour tags.
    package var colour: ColourDescription {
        let range = unsafe raw.pointee.color_range
        return ColourDescription(
            primaries: unsafe raw.pointee.color_primaries.rawValue,
            transfer: unsafe raw.pointee.color_trc.rawValue,
            matrix: unsafe raw.pointee.colorspace.rawValue,
            isFullRange: range == AVCOL_RANGE_UNSPECIFIED ? nil : range == AVCOL_RANGE_JPEG
        )
    }

    /// Where its chroma samples are.
    package var chromaSite: ChromaSite {
        ChromaSite(rawValue: unsafe raw.pointee.chroma_location.rawValue) ?? .unspecified
    }

    /// Plane 0, 1 or 2 of a picture with three planes, lent until the frame changes.
    @unsafe package func plane(_ plane: Int) -> LentPlane {
        let data = unsafe [raw.pointee.data.0, raw.pointee.data.1, raw.pointee.data.2][plane]
        let strides = unsafe [raw.pointee.linesize.0, raw.pointee.linesize.1, raw.pointee.linesize.2]
        guard let data = unsafe data else { fatalError("a decoded planar picture has three planes") }
        return unsafe LentPlane(start: UnsafePointer(data), stride: Int(strides[plane]))
    }

    /// Reads one component of a part of a row as 16-bit words, whatever the packing of the format.
    ///
    /// Precondition: the part is in the picture.
    ///
    /// - Parameters:
    ///   - format: of this picture.
    ///   - isPalette: whether the samples are looked up in the palette of the picture.
    ///   - words: room for `count` words.
    @unsafe package func read(
        component: Int,
        of format: PictureFormat,
        left: Int,
        row: Int,
        count: Int,
        throughPalette isPalette: Bool,
        into words: UnsafeMutableRawPointer
    ) {
        precondition(row >= 0 && row < height && left >= 0 && left + count <= width, "a part is in its picture")
        // Safe: the picture has the samples, as was checked, and the caller lends the room.
        unsafe granary_read_components(
            words,
            raw,
            format.raw,
            CInt(left),
            CInt(row),
            CInt(component),
            CInt(count),
            isPalette ? 1 : 0
        )
    }

    /// Prepares an RGB picture of eight bits that an encoder is given; its rows are not initialised.
    package func preparePicture(width: Int, height: Int) -> LibraryCode {
        unsafe raw.pointee.width = CInt(width)
        unsafe raw.pointee.height = CInt(height)
        unsafe raw.pointee.format = AV_PIX_FMT_RGB24.rawValue
        return LibraryCode(unsafe av_frame_get_buffer(raw, 0))
    }

    /// Fills the rows of a prepared RGB picture, three bytes per pixel; false if it has no memory.
    package func fill(rgb pixels: [UInt8]) -> Bool {
        precondition(format == AV_PIX_FMT_RGB24.rawValue, "the picture is prepared")
        guard let rows = unsafe raw.pointee.data.0 else { return false }
        let stride = unsafe Int(raw.pointee.linesize.0)
        for row in 0..<height {
            // Safe: the buffer that the library allocated has `height` rows of `stride` bytes, with at least three per
            // pixel.
            let line = unsafe UnsafeMutableRawBufferPointer(start: rows + row * stride, count: 3 * width)
            unsafe line.copyBytes(from: pixels[row * 3 * width..<(row + 1) * 3 * width])
        }
        return true
    }

    // MARK: - Audio

    /// Samples per second.
    package var sampleRate: Int { unsafe Int(raw.pointee.sample_rate) }

    /// Number of samples of each channel.
    package var sampleCount: Int { unsafe Int(raw.pointee.nb_samples) }

    /// Number of channels.
    package var channelCount: Int { Int(unsafe granary_frame_channel_count(raw)) }

    /// Prepares planar floating point with room for samples of the channels of a mask.
    package func prepareAudio(sampleCount: Int, sampleRate: Int, mask: UInt64) -> LibraryCode {
        LibraryCode(unsafe granary_prepare_sound_frame(raw, CInt(sampleCount), CInt(sampleRate), mask))
    }

    /// Fills a channel of prepared audio with the first samples of an array; false if it has no memory.
    package func fill(channel: Int, with samples: [Float], at tick: Int64) -> Bool {
        precondition(
            format == AV_SAMPLE_FMT_FLTP.rawValue && channel >= 0 && channel < channelCount,
            "the audio is prepared and has the channel"
        )
        guard let plane = unsafe raw.pointee.extended_data[channel] else { return false }
        // Safe: a prepared frame has a plane with room for its samples for each of its channels.
        unsafe plane.withMemoryRebound(to: Float.self, capacity: sampleCount) { target in
            for index in 0..<sampleCount { unsafe target[index] = samples[index] }
        }
        unsafe raw.pointee.pts = tick
        return true
    }
}
