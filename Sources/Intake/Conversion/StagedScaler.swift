import CColourTable
import CZimg
import FFmpeg
import Media

/// Converts pictures in stages: zimg to the size of the film in 4:4:4 of 16 bits, a turn, a table of colours, and zimg
/// to the format of the film, with ordered dither.
///
/// Turn and table are applied to integers. The result does not depend on the processor.
@safe final class StagedScaler {
    private let table: ColourTable?
    private let turn: PictureTurn
    private let opening: Scaler
    private let closing: Scaler
    private let usesVectors: Bool

    /// The input format.
    var source: Scaler.Form { opening.source }

    /// Builds both graphs.
    ///
    /// - Parameters:
    ///   - target: its turn and its table are applied.
    ///   - path: for errors only.
    ///   - usesVectors: nil for what the processor has; the result is the same.
    init(
        source: Scaler.Form,
        target: PictureConversion,
        path: String,
        usesVectors: Bool? = nil
    ) throws(IntakeError) {
        table = target.colours
        turn = target.turn
        self.usesVectors = usesVectors ?? granary_colour_has_vectors()
        opening = try Scaler(source: source, target: Scaler.Target(workingFor: target), path: path)
        var whole = Scaler.Target(target)
        (whole.shown, whole.matrix) = (nil, nil)
        closing = try Scaler(
            source: Scaler.Form(
                layout: .working,
                region: PictureRegion(left: 0, top: 0, size: target.size),
                isFullRange: false,
                // The sites of chroma turn with the picture, to places that 4:2:0 does not have.
                chromaLocation: turn == .none ? source.chromaLocation : ZIMG_CHROMA_LEFT.rawValue
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
        if turn != .none { turnPicture() }
        if let table {
            apply(table, to: turn == .none ? opening.output : closing.input)
        } else if turn == .none {
            preconditionFailure("a picture that is neither turned nor coloured needs one stage")
        }
        return try closing.convert()
    }

    /// The input of the first graph.
    var input: PlaneBuffers { opening.input }

    /// Writes the output of the first graph, turned, to the input of the second.
    private func turnPicture() {
        let (from, to) = (opening.output, closing.input)
        let shown = PictureSize(width: to.rowByteCount(0) / 2, height: to.rowCount(0))
        let first = turn.codedPlace(x: 0, y: 0, shown: shown)
        let (right, below) = (
            turn.codedPlace(x: 1, y: 0, shown: shown), turn.codedPlace(x: 0, y: 1, shown: shown)
        )
        for plane in 0..<3 {
            let stride = from.stride(plane) / 2
            let across = right.column - first.column + (right.row - first.row) * stride
            let down = below.column - first.column + (below.row - first.row) * stride
            // Safe: the input has the turned size of the output, both have samples of 16 bits, and the place of every
            // sample here is one there. The rows are aligned, and live as long as this object.
            let start = unsafe from.row(0, ofPlane: plane).assumingMemoryBound(to: UInt16.self)
            for row in 0..<shown.height {
                let line = unsafe to.row(row, ofPlane: plane).assumingMemoryBound(to: UInt16.self)
                var place = first.column + first.row * stride + row * down
                for column in 0..<shown.width {
                    unsafe line[column] = unsafe start[place]
                    place += across
                }
            }
        }
    }

    /// Converts the colours of samples, and writes them to the input of the second graph.
    private func apply(_ table: ColourTable, to from: PlaneBuffers) {
        let to = closing.input
        let count = from.rowByteCount(0) / 2
        precondition(to.rowByteCount(0) / 2 == count && to.rowCount(0) == from.rowCount(0), "both are of one size")
        // Safe: both have three planes of 16-bit samples with these rows, and live as long as this object. The nodes
        // are as many as the function reads, and live as long as the table.
        unsafe table.nodes.withUnsafeBufferPointer { nodes in
            var constants = unsafe Self.constants(table.weights)
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
