import CColourTable
import CZimg
import FFmpeg
import Media

/// Converts the size, the format and the colours of pictures: zimg to 4:4:4 of 16 bits, a table of colours, and zimg to
/// the format of the film, with ordered dither.
///
/// The table is applied in integers. The result does not depend on the processor.
@safe final class ColourScaler {
    private let table: ColourTable
    private let constants: granary_colour_table
    private let opening: Scaler
    private let closing: Scaler
    private let usesVectors: Bool

    /// The input format.
    var source: Scaler.Form { opening.source }

    /// Builds both graphs.
    ///
    /// - Parameters:
    ///   - path: for errors only.
    ///   - usesVectors: nil for what the processor has; the result is the same.
    init(
        _ table: ColourTable,
        source: Scaler.Form,
        target: PictureConversion,
        path: String,
        usesVectors: Bool? = nil
    ) throws(IntakeError) {
        self.table = table
        self.usesVectors = usesVectors ?? granary_colour_has_vectors()
        unsafe constants = unsafe Self.constants(table.weights)
        opening = try Scaler(source: source, target: Scaler.Target(workingFor: target), path: path)
        var whole = Scaler.Target(target)
        (whole.shown, whole.matrix) = (nil, nil)
        closing = try Scaler(
            source: Scaler.Form(
                layout: .working,
                region: PictureRegion(left: 0, top: 0, size: target.size),
                isFullRange: false,
                chromaLocation: source.chromaLocation
            ),
            target: whole,
            path: path
        )
    }

    /// The planes of a frame, converted to `Picture` storage. Precondition: `source` is the format of the frame.
    func convert(_ frame: Frame) throws(IntakeError) -> [UInt8] {
        opening.fill(from: frame)
        return try convert()
    }

    /// The content of the first graph's input, converted.
    func convert() throws(IntakeError) -> [UInt8] {
        try opening.process()
        applyTable()
        return try closing.convert()
    }

    /// The input of the first graph.
    var input: PlaneBuffers { opening.input }

    private func applyTable() {
        let (from, to) = (opening.output, closing.input)
        let count = from.rowByteCount(0) / 2
        precondition(to.rowByteCount(0) / 2 == count && to.rowCount(0) == from.rowCount(0), "both are of one size")
        // Safe: both have three planes of 16-bit samples with these rows, and live as long as this object. The nodes
        // are as many as the function reads, and live as long as the table.
        unsafe table.nodes.withUnsafeBufferPointer { nodes in
            var constants = unsafe constants
            unsafe constants.nodes = nodes.baseAddress
            for row in 0..<from.rowCount(0) {
                unsafe granary_colour_convert_row(
                    &constants,
                    from.row(row, ofPlane: 0),
                    from.row(row, ofPlane: 1),
                    from.row(row, ofPlane: 2),
                    to.row(row, ofPlane: 0),
                    to.row(row, ofPlane: 1),
                    to.row(row, ofPlane: 2),
                    count,
                    usesVectors
                )
            }
        }
    }

    /// How Y'CbCr of 16 bits becomes places in the table: in 2^-23 of a distance between nodes.
    @unsafe private static func constants(_ weights: LumaWeights) -> granary_colour_table {
        let distances = Double(ColourTable.side - 1) * Double(1 << 23)
        let (luma, chroma) = (distances / 56064, distances / 57344)
        var constants = unsafe granary_colour_table()
        unsafe constants.black = 4096
        unsafe constants.luma = Int32(luma.rounded())
        unsafe constants.red_of_cr = Int32((weights.redOfCr * chroma).rounded())
        unsafe constants.green_of_cr = Int32((weights.greenOfCr * chroma).rounded())
        unsafe constants.green_of_cb = Int32((weights.greenOfCb * chroma).rounded())
        unsafe constants.blue_of_cb = Int32((weights.blueOfCb * chroma).rounded())
        return unsafe constants
    }
}
