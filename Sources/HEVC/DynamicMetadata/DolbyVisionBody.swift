/// Goes through the part of an RPU behind its header: mapping and display management data, up to the extension blocks.
/// Coefficients are passed over.
///
/// Layouts: the structures `rpu_data_mapping`, `rpu_data_nlq` and `vdr_dm_data` of Dolby's RPU, as libdovi and FFmpeg
/// read them.
struct DolbyVisionBody {
    /// A block of metadata of one level.
    struct Block: Hashable {
        /// The metadata level.
        var level: UInt8
        /// Bits of its content, from the RPU's prefix on.
        var content: Range<Int>
    }

    /// The places of its parts, in bits from the RPU's prefix on.
    struct Places: Hashable {
        /// How the enhancement layer is quantised: behind the pivots; nil without a residual.
        var quantisation: Range<Int>?
        /// The parameters of that quantisation: behind the pieces; nil without a residual.
        var quantisationParameters: Range<Int>?
        /// Where the mapping ends.
        var mappingEnd = 0
        /// Two matrices, the offsets of one, transfer and format of the signal; nil without display management.
        var signal: Range<Int>?
        /// The first list of blocks, from its first block on; nil without display management.
        var listStart: Int?
    }

    /// The blocks of both lists, in order.
    private(set) var blocks: [Block] = []
    /// Where its parts are.
    private(set) var places = Places()
    /// Whether the enhancement layer changes nothing: an MEL. False without a residual.
    private(set) var hasMinimalEnhancement = false
    private var bits: BitReader
    private let sequence: DolbyVisionHeader.Sequence

    private static let componentCount = 3
    /// Most pivots of a curve.
    private static let pivotLimit: UInt32 = 9
    /// Coefficients of each order of a multiple regression.
    private static let regressionTerms = 7
    /// More than films have in a list.
    private static let blockLimit: UInt32 = 255

    /// Reads an RPU that stands alone; `unsupported` for one that needs others, or that interpolates linearly.
    init(_ unit: DolbyVisionUnit) throws(BitstreamError) {
        guard let sequence = unit.header.sequence, unit.header.dependences.isEmpty else {
            throw BitstreamError(.unsupported, "rpu_data_header", "the RPU depends on earlier ones")
        }
        self.sequence = sequence
        bits = BitReader(Array(unit.payload.dropLast(DolbyVisionUnit.trailerByteCount)))
        try bits.skip(unit.headerEnd, "rpu_data_header")
        try passMapping()
        places.mappingEnd = bits.position
        guard unit.header.hasDisplayManagement else { return }
        try passDisplayManagement()
        try readBlocks()
        // A second list came with version 4 of the content mapping. Its smallest block has 16 bits.
        if bits.remaining >= 16 { try readBlocks() }
    }

    private mutating func passCoefficient(_ element: StaticString, isSigned: Bool) throws(BitstreamError) {
        if sequence.hasIntegers {
            if isSigned { _ = try bits.signed(element) } else { _ = try bits.unsigned(element) }
        }
        try bits.skip(sequence.fractionBits, element)
    }

    private mutating func passMapping() throws(BitstreamError) {
        for element: StaticString in ["vdr_rpu_id", "mapping_color_space", "mapping_chroma_format_idc"] {
            _ = try bits.unsigned(element)
        }
        var pieces: [Int] = []
        for _ in 0..<Self.componentCount {
            let pivots = 2 + (try bits.unsigned("num_pivots_minus2", atMost: Self.pivotLimit - 2))
            try bits.skip(pivots * sequence.baseDepth, "pred_pivot_value")
            pieces.append(pivots - 1)
        }
        let hasResidual = sequence.hasLayers && !sequence.hasNoResidual
        if hasResidual {
            let start = bits.position
            guard try bits.bits(3, "nlq_method_idc") == 0 else {
                throw BitstreamError(.unsupported, "nlq_method_idc", "it is not a linear dead zone")
            }
            try bits.skip(2 * sequence.baseDepth, "nlq_pred_pivot_value")
            places.quantisation = start..<bits.position
        }
        _ = try bits.unsigned("num_x_partitions_minus1")
        _ = try bits.unsigned("num_y_partitions_minus1")
        for count in pieces { for _ in 0..<count { try passPiece() } }
        guard hasResidual else { return }
        let start = bits.position
        hasMinimalEnhancement = true
        for _ in 0..<Self.componentCount {
            let offset = try bits.bits(sequence.enhancementDepth, "nlq_offset")
            let most = try coefficient("vdr_in_max")
            let slope = try coefficient("linear_deadzone_slope")
            let threshold = try coefficient("linear_deadzone_threshold")
            let isMinimal = offset == 0 && most == (1, 0) && slope == (0, 0) && threshold == (0, 0)
            if !isMinimal { hasMinimalEnhancement = false }
        }
        places.quantisationParameters = start..<bits.position
    }

    /// Reads an unsigned coefficient: its whole part and its fraction.
    private mutating func coefficient(_ element: StaticString) throws(BitstreamError) -> (UInt32, UInt32) {
        let whole = sequence.hasIntegers ? try bits.unsigned(element) : 0
        return (whole, try bits.bits(sequence.fractionBits, element))
    }

    /// Passes over one piece of a curve: a polynomial, or a multiple regression.
    private mutating func passPiece() throws(BitstreamError) {
        if try bits.unsigned("mapping_idc", atMost: 1) == 0 {
            let order = 1 + (try bits.unsigned("poly_order_minus1", atMost: 1))
            if order == 1, try bits.flag("linear_interp_flag") {
                throw BitstreamError(.unsupported, "linear_interp_flag", "the mapping interpolates linearly")
            }
            for _ in 0...order { try passCoefficient("poly_coef", isSigned: true) }
        } else {
            let order = 1 + Int(try bits.bits(2, "mmr_order_minus1"))
            guard order <= 3 else { throw BitstreamError(.invalid, "mmr_order_minus1", "the order is \(order)") }
            try passCoefficient("mmr_constant", isSigned: true)
            for _ in 0..<(order * Self.regressionTerms) { try passCoefficient("mmr_coef", isSigned: true) }
        }
    }

    /// Passes over identifiers, two matrices with the offsets of one, the transfer and format of the signal, and the
    /// display.
    private mutating func passDisplayManagement() throws(BitstreamError) {
        for element: StaticString in ["affected_dm_metadata_id", "current_dm_metadata_id", "scene_refresh_flag"] {
            _ = try bits.unsigned(element)
        }
        let start = bits.position
        try bits.skip(9 * 16 + 3 * 32, "ycc_to_rgb")
        try bits.skip(9 * 16, "rgb_to_lms")
        try bits.skip(3 * 16 + 32, "signal_eotf")
        try bits.skip(5 + 2 + 2 + 2, "signal_bit_depth")
        places.signal = start..<bits.position
        try bits.skip(12 + 12 + 10, "source_diagonal")
    }

    /// Reads a list of extension blocks.
    private mutating func readBlocks() throws(BitstreamError) {
        let count = try bits.unsigned("num_ext_blocks", atMost: Self.blockLimit)
        try bits.skip((8 - bits.position % 8) % 8, "dm_alignment_zero_bit")
        places.listStart = places.listStart ?? bits.position
        for _ in 0..<count {
            let size = 8 * (try bits.unsigned("ext_block_length", atMost: 255))
            let level = UInt8(try bits.bits(8, "ext_block_level"))
            let start = bits.position
            try bits.skip(size, "ext_dm_data_block")
            blocks.append(Block(level: level, content: start..<(start + size)))
        }
    }
}
