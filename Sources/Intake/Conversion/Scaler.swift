import CZimg
import FFmpeg
import Media

/// A zimg graph from one picture format to another, with the aligned buffers that zimg needs.
///
/// Only size, chroma subsampling, depth and range change, and RGB becomes Y'CbCr; colours stay the same. The result
/// does not depend on the processor: if samples are multiplied by a factor that is not a power of two, zimg must not
/// use the processor's own instructions, because they round differently.
@safe final class Scaler {
    /// The format of the input pictures.
    struct Form: Hashable {
        let layout: PlanarLayout
        let region: PictureRegion
        let isFullRange: Bool
        let chromaLocation: Int32

        /// Creates a format. `chromaLocation` is zimg's number; the default is left.
        init(
            layout: PlanarLayout,
            region: PictureRegion,
            isFullRange: Bool,
            chromaLocation: Int32 = ZIMG_CHROMA_LEFT.rawValue
        ) {
            self.layout = layout
            self.region = region
            self.isFullRange = isFullRange
            self.chromaLocation = chromaLocation
        }

        /// The format of a decoded frame, and the region that is used of it.
        init(frame: Frame, layout: PlanarLayout, region: PictureRegion, isFullRange: Bool) {
            self.layout = layout
            self.region = region
            self.isFullRange = isFullRange
            chromaLocation = Scaler.chromaLocation(frame.chromaSite)
        }
    }

    /// The format of the output pictures.
    struct Target: Hashable {
        /// Size; both sides are even.
        var size: PictureSize
        /// The upper left part that the source picture fills; nil for all of it.
        var shown: PictureSize?
        /// Whether chroma is halved both ways.
        var hasHalfChroma: Bool
        var bitDepth: Int
        /// Nil for that of the source.
        var isFullRange: Bool?
        /// zimg's number of the place of chroma samples; nil for that of the source.
        var chromaLocation: Int32?
        /// The matrix for RGB; nil for pictures that are already Y'CbCr.
        var matrix: UInt8?

        var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

        /// The format of a conversion.
        init(_ conversion: PictureConversion) {
            (size, shown, hasHalfChroma) = (conversion.size, conversion.shown, true)
            (bitDepth, isFullRange, matrix) = (conversion.format.bitDepth, conversion.isFullRange, conversion.matrix)
            // zimg numbers them as chroma_sample_loc_type.
            chromaLocation = conversion.chromaLocation.map(Int32.init)
        }

        /// The format in which pictures are turned and colours converted: 4:4:4 in limited range of 16 bits.
        init(workingFor conversion: PictureConversion) {
            self.init(conversion)
            size = conversion.turn.turned(conversion.size)
            (hasHalfChroma, bitDepth, isFullRange, chromaLocation) = (false, 16, false, nil)
        }
    }

    /// The input format of this graph.
    let source: Form
    private let target: Target
    private let path: String
    private let graph: OpaquePointer
    private let scratch: AlignedBuffer
    /// The input of the graph: a picture in the source format, with its sides padded.
    let input: PlaneBuffers
    /// The output of the graph.
    let output: PlaneBuffers

    /// Builds the graph.
    ///
    /// - Parameters:
    ///   - path: for errors only.
    ///   - processor: zimg's number of the instructions that it may use; nil chooses those that give the same result on
    ///     every machine.
    init(
        source: Form,
        target: Target,
        path: String,
        processor: UInt32? = nil
    ) throws(IntakeError) {
        // Safe: the three structures are initialised by zimg itself before they are filled in; the graph is owned by
        // this object alone and freed in deinit.
        var from = zimg_image_format()
        unsafe zimg_image_format_default(&from, Scaler.version)
        // Odd sides are padded before anything is computed. A picture that keeps its size keeps its padding; a picture
        // that is scaled is scaled without it.
        let given = source.region.size
        let isScaled = given != target.shown ?? target.size
        let wanted = isScaled ? given : target.size
        let padded = source.layout.wholeSize(over: wanted)
        from.width = UInt32(padded.width)
        from.height = UInt32(padded.height)
        from.pixel_type = source.layout.bytesPerSample == 2 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
        from.subsample_w = UInt32(source.layout.chromaShiftX)
        from.subsample_h = UInt32(source.layout.chromaShiftY)
        from.color_family = source.layout.isRGB ? ZIMG_COLOR_RGB : ZIMG_COLOR_YUV
        if source.layout.isRGB { from.matrix_coefficients = ZIMG_MATRIX_RGB }
        from.depth = UInt32(source.layout.bitDepth)
        from.pixel_range = source.isFullRange ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
        from.chroma_location = zimg_chroma_location_e(source.chromaLocation)
        var to = from
        if padded != wanted {
            (from.active_region.left, from.active_region.top) = (0, 0)
            (from.active_region.width, from.active_region.height) = (Double(wanted.width), Double(wanted.height))
        }
        to.width = UInt32(target.size.width)
        to.height = UInt32(target.size.height)
        to.pixel_type = target.bytesPerSample == 2 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
        let shift = target.hasHalfChroma ? 1 : 0
        (to.subsample_w, to.subsample_h) = (UInt32(shift), UInt32(shift))
        to.depth = UInt32(target.bitDepth)
        if let matrix = target.matrix {
            to.color_family = ZIMG_COLOR_YUV
            // zimg numbers matrices as H.273 does.
            to.matrix_coefficients = zimg_matrix_coefficients_e(Int32(matrix))
            to.chroma_location = ZIMG_CHROMA_LEFT
        }
        if let location = target.chromaLocation { to.chroma_location = zimg_chroma_location_e(location) }
        let isFullRange = target.isFullRange ?? source.isFullRange
        to.pixel_range = isFullRange ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
        var parameters = zimg_graph_builder_params()
        unsafe zimg_graph_builder_params_default(&parameters, Scaler.version)
        parameters.resample_filter = ZIMG_RESIZE_SPLINE36
        parameters.resample_filter_uv = ZIMG_RESIZE_SPLINE36
        let instructions = processor.map { zimg_cpu_type_e($0) }
        parameters.cpu_type = instructions ?? (Scaler.isExact(from: source, to: target) ? ZIMG_CPU_AUTO : ZIMG_CPU_NONE)
        // The floating-point result has more steps than any film.
        let losesSteps =
            source.layout.isRGB || target.bitDepth < source.layout.bitDepth || isFullRange != source.isFullRange
        parameters.dither_type = losesSteps ? ZIMG_DITHER_ORDERED : ZIMG_DITHER_NONE
        guard let graph = unsafe zimg_filter_graph_build(&from, &to, &parameters) else {
            throw Scaler.error(path)
        }
        var scratchBytes = 0
        let measured = unsafe zimg_filter_graph_get_tmp_size(graph, &scratchBytes)
        guard measured == ZIMG_ERROR_SUCCESS else {
            unsafe zimg_filter_graph_free(graph)
            throw Scaler.error(path)
        }
        self.source = source
        self.target = target
        self.path = path
        unsafe self.graph = unsafe graph
        scratch = AlignedBuffer(byteCount: scratchBytes)
        input = PlaneBuffers(
            size: padded,
            shiftX: source.layout.chromaShiftX,
            shiftY: source.layout.chromaShiftY,
            bytesPerSample: source.layout.bytesPerSample
        )
        output = PlaneBuffers(
            size: target.size,
            shiftX: shift,
            shiftY: shift,
            bytesPerSample: target.bytesPerSample
        )
    }

    deinit { unsafe zimg_filter_graph_free(graph) }

    /// Whether all of zimg's code gives the same result: it computes in integers, or in floating point with factors
    /// that are powers of two.
    ///
    /// In limited range, a step at n bits less is 2^n times as large. The ratio of full-range steps at two depths, or
    /// of steps of the two ranges, is not a power of two, and RGB has a matrix.
    static func isExact(from source: Form, to target: Target) -> Bool {
        let keepsRange = (target.isFullRange ?? source.isFullRange) == source.isFullRange
        let keepsSteps = !source.isFullRange || source.layout.bitDepth == target.bitDepth
        return !source.layout.isRGB && keepsRange && keepsSteps
    }

    /// The planes of a frame, converted to `Picture` storage. Precondition: `source` is the format of the frame.
    func convert(_ frame: Frame) throws(IntakeError) -> [UInt8] {
        fill(from: frame)
        return try convert()
    }

    /// Copies a frame in this format into the input buffers of the graph.
    func fill(from frame: Frame) {
        let region = source.region
        if source.layout.isRGB {
            RGBComponents(frame).read(region, into: input, bytesPerSample: source.layout.bytesPerSample)
        }
        for plane in 0..<3 where !source.layout.isRGB {
            let shifts = plane == 0 ? (x: 0, y: 0) : (x: source.layout.chromaShiftX, y: source.layout.chromaShiftY)
            // Halving rounds up, as FFmpeg and zimg do.
            let there = PictureSize(
                width: (region.size.width + (1 << shifts.x) - 1) >> shifts.x,
                height: (region.size.height + (1 << shifts.y) - 1) >> shifts.y
            )
            // Safe: the caller compared the frame with the source format. So its planes have the sizes that the layout
            // gives, and the region is in it.
            unsafe input.fill(
                plane: plane,
                from: frame.plane(plane),
                left: (region.left >> shifts.x) * source.layout.bytesPerSample,
                top: region.top >> shifts.y,
                size: there,
                bytesPerSample: source.layout.bytesPerSample
            )
        }
    }

    /// The content of `input`, converted. Precondition: the output is 4:2:0.
    func convert() throws(IntakeError) -> [UInt8] {
        try process()
        return output.packed()
    }

    /// Converts the content of `input` to `output`.
    func process() throws(IntakeError) {
        // Safe: both buffers have the aligned rows that the graph was built for, the scratch space has the size that it
        // requested, and all three live as long as this object.
        var from = unsafe input.planes
        var to = unsafe output.planes
        let code = unsafe granary_zimg_process(graph, &from, &to, scratch.start)
        guard code == ZIMG_ERROR_SUCCESS else { throw Scaler.error(path) }
    }

    /// ZIMG_API_VERSION is a macro with arguments, which Swift does not import.
    private static let version = UInt32(ZIMG_API_VERSION_MAJOR << 8 | ZIMG_API_VERSION_MINOR)

    private static func error(_ path: String) -> IntakeError {
        var text = [CChar](repeating: 0, count: 256)
        unsafe text.withUnsafeMutableBufferPointer {
            _ = unsafe zimg_get_last_error($0.baseAddress, $0.count)
        }
        let cause = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return .library(path, attempted: "convert its pictures", cause: "zimg: \(cause)")
    }

    /// zimg's number for FFmpeg's chroma location; left, as in MPEG-2 and HEVC, if unspecified.
    static func chromaLocation(_ site: ChromaSite) -> Int32 {
        switch site {
        case .centre: ZIMG_CHROMA_CENTER.rawValue
        case .topLeft: ZIMG_CHROMA_TOP_LEFT.rawValue
        case .top: ZIMG_CHROMA_TOP.rawValue
        case .bottomLeft: ZIMG_CHROMA_BOTTOM_LEFT.rawValue
        case .bottom: ZIMG_CHROMA_BOTTOM.rawValue
        case .left, .unspecified: ZIMG_CHROMA_LEFT.rawValue
        }
    }
}
