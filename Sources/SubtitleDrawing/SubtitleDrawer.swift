import CASS
package import Media

/// Draws the subtitles of a film into its pictures with libass: the owner of its library and renderer.
///
/// What it draws depends on the script, the fonts and the time of a picture alone, and not on the pictures before it,
/// so that ranges of a film can be drawn by different processes. It is used by one thread.
@safe package final class SubtitleDrawer {
    private let script: SubtitleScript
    private let functions: granary_ass
    private let library: OpaquePointer
    private let renderer: OpaquePointer
    private let missing: UnsafeMutablePointer<granary_missing>
    private var painter: TextPainter

    /// What a drawer needs of the pictures.
    package struct Canvas {
        /// Size of the coded pictures.
        package let size: PictureSize
        /// The upper left part of them in which text is laid out.
        package let shown: PictureSize
        /// Format of the pictures.
        package let format: PixelFormat
        /// Their colours.
        package let colour: ColourDescription
        /// Place of their chroma samples, chroma_sample_loc_type.
        package let chromaLocation: UInt8
        /// Width of a sample by its height.
        package let pixelAspect: Double

        /// Describes pictures.
        package init(
            size: PictureSize,
            shown: PictureSize? = nil,
            format: PixelFormat,
            colour: ColourDescription,
            chromaLocation: UInt8? = nil,
            pixelAspect: Double = 1
        ) {
            self.size = size
            self.shown = shown ?? size
            self.format = format
            self.colour = colour
            self.chromaLocation = chromaLocation ?? 0
            self.pixelAspect = pixelAspect
        }
    }

    /// Prepares to draw; nil if libass has no memory.
    ///
    /// - Parameter fonts: the bytes of font files and their families; the first family is used where a text asks for
    ///   another one.
    package init?(
        _ library: SubtitleLibrary,
        _ script: SubtitleScript,
        fonts: [(name: String, bytes: [UInt8])],
        on canvas: Canvas
    ) {
        functions = library.functions
        var calls = library.functions
        // Safe: both are owned by this object alone and freed in deinit, as is the list of missing characters, which
        // the library writes to. Font bytes are copied by the call.
        guard let made = unsafe calls.library_init() else { return nil }
        let missing = UnsafeMutablePointer<granary_missing>.allocate(capacity: 1)
        unsafe missing.initialize(to: granary_missing())
        unsafe granary_note_missing(&calls, made, missing)
        for font in fonts {
            unsafe font.bytes.withUnsafeBufferPointer { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                    unsafe calls.add_font(made, font.name, bytes.baseAddress, CInt(bytes.count))
                }
            }
        }
        guard let renderer = unsafe calls.renderer_init(made) else {
            unsafe calls.library_done(made)
            unsafe missing.deallocate()
            return nil
        }
        unsafe calls.set_frame_size(renderer, CInt(canvas.shown.width), CInt(canvas.shown.height))
        unsafe calls.set_storage_size(renderer, CInt(canvas.shown.width), CInt(canvas.shown.height))
        unsafe calls.set_pixel_aspect(renderer, canvas.pixelAspect)
        // No provider of fonts: only those that were added.
        unsafe calls.set_fonts(renderer, nil, fonts.first?.name, CInt(ASS_FONTPROVIDER_NONE.rawValue), nil, 1)
        unsafe (self.library, self.renderer, self.missing) = unsafe (made, renderer, missing)
        self.script = script
        painter = TextPainter(
            size: canvas.size,
            format: canvas.format,
            colour: canvas.colour,
            chromaLocation: canvas.chromaLocation
        )
    }

    deinit {
        unsafe functions.renderer_done(renderer)
        unsafe functions.library_done(library)
        unsafe missing.deallocate()
    }

    /// Draws what is shown at a time, in milliseconds of the script, onto the planes of a picture.
    package func draw(at time: Int64, onto storage: inout [UInt8]) {
        for part in parts(at: time) { painter.paint(part, onto: &storage) }
    }

    /// The characters of all texts that no font has, at most 16.
    package func missingCharacters() -> [Unicode.Scalar] {
        for event in script.events { _ = parts(at: event.start) }
        let count = unsafe missing.pointee.count
        return (0..<count).compactMap { Unicode.Scalar(unsafe granary_missing_character(missing, $0)) }
            .filter { $0.value != 0 }
    }

    /// What is drawn at a time, from the lowest to the highest.
    private func parts(at time: Int64) -> [Coverage] {
        let chain = script.chain(at: time)
        guard !chain.isEmpty, let track = unsafe functions.new_track(library) else { return [] }
        // Safe: the track is used in this call only; the calls copy the bytes that they are lent.
        defer { unsafe functions.free_track(track) }
        unsafe lend(script.header) { unsafe functions.process_codec_private(track, $0, $1) }
        for index in chain {
            let event = script.events[index]
            unsafe lend(event.line) {
                unsafe functions.process_chunk(track, $0, $1, event.start, event.end - event.start)
            }
        }
        // A text gets its place when it appears. A track has no state that another time of it could have left.
        for start in chain.map({ script.events[$0].start }).unique where start < time {
            _ = unsafe functions.render_frame(renderer, track, start, nil)
        }
        var parts: [Coverage] = []
        var image = unsafe functions.render_frame(renderer, track, time, nil)
        while let current = unsafe image {
            if let part = unsafe Self.coverage(current.pointee) { parts.append(part) }
            unsafe image = unsafe current.pointee.next
        }
        return parts
    }

    private func lend(_ text: String, _ body: (UnsafeMutablePointer<CChar>?, CInt) -> Void) {
        // A copy, because libass asks for bytes that it may change.
        var bytes = text.utf8.map { CChar(bitPattern: $0) } + [0]
        let count = CInt(bytes.count - 1)
        unsafe bytes.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress, count) }
    }

    private static func coverage(_ image: ass_image) -> Coverage? {
        let (width, height, stride) = unsafe (Int(image.w), Int(image.h), Int(image.stride))
        guard width > 0, height > 0, let bitmap = unsafe image.bitmap else { return nil }
        var values: [UInt8] = []
        values.reserveCapacity(width * height)
        for row in 0..<height {
            // Safe: each row of the bitmap has `width` bytes, also the last one.
            unsafe values.append(contentsOf: UnsafeBufferPointer(start: bitmap + row * stride, count: width))
        }
        let (left, top) = unsafe (Int(image.dst_x), Int(image.dst_y))
        let colour = unsafe image.color
        return Coverage(
            columns: left..<left + width,
            rows: top..<top + height,
            values: values,
            colour: colour >> 8,
            opacity: 255 - Int(colour & 0xFF)
        )
    }
}
