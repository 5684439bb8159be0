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

    // MARK: - Pictures of parts

    /// Prepares a picture with the format and the tags of another one, and a size of its own; its samples are not
    /// initialised.
    package func prepareCanvas(like other: Frame, width: Int, height: Int) -> LibraryCode {
        unsafe av_frame_unref(raw)
        let copied = LibraryCode(unsafe av_frame_copy_props(raw, other.raw))
        guard !copied.isFailure else { return copied }
        // What another picture lacks at its edges this one does not lack.
        unsafe (raw.pointee.crop_left, raw.pointee.crop_right) = (0, 0)
        unsafe (raw.pointee.crop_top, raw.pointee.crop_bottom) = (0, 0)
        unsafe raw.pointee.width = CInt(clamping: width)
        unsafe raw.pointee.height = CInt(clamping: height)
        unsafe raw.pointee.format = other.format
        return LibraryCode(unsafe av_frame_get_buffer(raw, 0))
    }

    /// Copies the part of another picture that is inside of this one.
    ///
    /// Precondition: both have the same planar format, whose components have planes of their own, and the place begins
    /// with a whole chroma sample.
    ///
    /// - Parameters:
    ///   - other: the picture.
    ///   - left: where its first column is; it may be negative.
    ///   - top: where its first row is; it may be negative.
    package func paste(_ other: Frame, left: Int, top: Int) {
        guard let pixels = PictureFormat(number: format) else { return }
        precondition(other.format == format, "both pictures have the same format")
        for plane in 0..<3 {
            guard let component = pixels.components.first(where: { $0.plane == plane }) else { continue }
            let (across, down) = plane == 0 ? (0, 0) : (pixels.chromaShiftX, pixels.chromaShiftY)
            precondition(left % (1 << across) == 0 && top % (1 << down) == 0, "planes are copied from whole samples on")
            let columns = Self.common(other.width, width, from: left, shift: across)
            let rows = Self.common(other.height, height, from: top, shift: down)
            let (x, y, bytes) = (left / (1 << across), top / (1 << down), component.step)
            guard !columns.isEmpty, !rows.isEmpty, let target = unsafe writablePlane(plane) else { continue }
            let source = unsafe other.plane(plane)
            for row in rows {
                // Safe: rows and columns are inside of both pictures, whose planes have the sizes that their format
                // gives, and the buffer of this one is its own.
                let from = unsafe source.row(row) + columns.lowerBound * bytes
                let to = unsafe target.start + (y + row) * target.stride + (x + columns.lowerBound) * bytes
                unsafe to.copyMemory(from: from, byteCount: columns.count * bytes)
            }
        }
    }

    /// The samples along one side of a plane that are also inside of another one, in which they begin at a place. An
    /// odd side has one chroma sample more than its half.
    private static func common(_ side: Int, _ other: Int, from place: Int, shift: Int) -> Range<Int> {
        func count(_ side: Int) -> Int { (side + (1 << shift) - 1) >> shift }
        let start = place / (1 << shift)
        let first = max(0, -start)
        return first..<max(first, min(count(side), count(other) - start))
    }

    /// A plane of a prepared picture; nil if it has no memory.
    @unsafe private func writablePlane(_ plane: Int) -> (start: UnsafeMutableRawPointer, stride: Int)? {
        let data = unsafe [raw.pointee.data.0, raw.pointee.data.1, raw.pointee.data.2][plane]
        let strides = unsafe [raw.pointee.linesize.0, raw.pointee.linesize.1, raw.pointee.linesize.2]
        guard let data = unsafe data else { return nil }
        return (UnsafeMutableRawPointer(data), Int(strides[plane]))
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
