package import Media

/// Tells from slice headers alone whether a decoder has everything that a picture refers to.
///
/// Samples are given in decode order, of a stream with one parameter set of each kind. A picture that refers to a
/// missing or damaged one is damaged, too, until the next picture at which decoding starts anew. Nothing is decoded,
/// and memory does not grow with the stream.
package struct ReferenceTracker: Sendable {
    /// What a decoder can do with a picture.
    package enum Finding: Hashable, Sendable {
        /// It can be decoded.
        case decodable
        /// Decoding has not started, and cannot start here.
        case noStart
        /// A leading picture of the picture at which decoding started: it may refer to what came before.
        case skippedLeading
        /// It refers to a picture that is not there.
        case missingReference
        /// It refers to a picture that is damaged, or that refers to one.
        case damagedReference
    }

    /// The picture of a sample.
    package struct Picture: Hashable, Sendable {
        /// What a decoder can do with it.
        package let finding: Finding
        /// Whether decoding starts anew at it: nothing from before is needed any more.
        package let startsSequence: Bool
        /// pic_output_flag.
        package let isShown: Bool
    }

    private let context: SliceHeader.Context
    private var counter = PictureOrderCounter()
    private var buffer = ReferenceBuffer()
    /// The pictures of the buffer that are damaged, by their access units.
    private var damaged: Set<Int> = []
    private var accessUnits = 0
    private var startsAnew = true
    private var skipsLeading = false

    /// Starts before the first sample of a stream with these parameter sets.
    package init(_ parameterSets: ParameterSets) throws(BitstreamError) {
        context = try SliceHeader.Context(parameterSets)
    }

    /// Takes the next sample, whose NAL units have lengths of four bytes.
    ///
    /// Throws, and changes nothing, if its headers cannot be read or contradict each other.
    package mutating func add(sample: RawSpan) throws(BitstreamError) -> Picture {
        let (slice, picture) = try read(sample)
        let type = picture.header.type
        let startsSequence = type.isIDR || type.isBLA || (type.isIRAP && startsAnew)
        guard startsSequence || !startsAnew else {
            return Picture(finding: .noStart, startsSequence: false, isShown: picture.isOutput)
        }
        if startsSequence {
            buffer.removeAll()
            damaged.removeAll()
        }
        if type.isIRAP { skipsLeading = startsSequence }
        startsAnew = false
        let bits = context.sequence.orderCountBits
        let count = counter.orderCount(of: slice, bits: bits, startsSequence: startsSequence) ?? 0
        let finding = finding(of: picture, orderCount: count)
        accessUnits += 1
        buffer.add(ReferenceBuffer.Picture(accessUnit: accessUnits, orderCount: count, header: picture.header))
        if finding != .decodable { markDamaged() }
        return Picture(finding: finding, startsSequence: startsSequence, isShown: picture.isOutput)
    }

    /// Says that the picture of the last sample could not be decoded.
    package mutating func markDamaged() { damaged.insert(accessUnits) }

    /// Forgets all pictures: decoding starts anew at the next picture at which it can.
    package mutating func restart() {
        buffer.removeAll()
        damaged.removeAll()
        startsAnew = true
    }

    /// Compares a picture with those that are there, and drops the ones that neither it nor later ones refer to.
    private mutating func finding(of picture: CodedPicture, orderCount: Int) -> Finding {
        guard let references = picture.references.first else { return .decodable }
        let bits = context.sequence.orderCountBits
        let set = ReferencePictureSet(references, orderCount: orderCount, orderCountBits: bits)
        // The reference picture set of an IRAP picture is for its leading pictures; it refers to nothing itself.
        let used = picture.header.type.isIRAP ? [] : set.current
        let found = used.map { buffer.picture($0, orderCountBits: bits) }
        buffer.keep(set, orderCountBits: bits)
        defer { damaged.formIntersection(buffer.pictures.map(\.accessUnit)) }
        if picture.header.type.isRASL, skipsLeading { return .skippedLeading }
        if found.contains(where: { $0 == nil }) { return .missingReference }
        let leansOnDamage = found.contains { $0.map { damaged.contains($0.accessUnit) } ?? false }
        return leansOnDamage ? .damagedReference : .decodable
    }

    /// The first slice of a sample, and what all of its slices say about their picture.
    private func read(_ sample: RawSpan) throws(BitstreamError) -> (SliceHeader, CodedPicture) {
        var first: SliceHeader?
        var picture: CodedPicture?
        var cursor = NALUnitCursor()
        while let range = try cursor.next(in: sample) {
            let unit = sample.extracting(range)
            let header = try NALUnitHeader(unit)
            guard header.type.isSlice, header.layerID == 0 else { continue }
            let slice = try SliceHeader(unit: unit, context: context, readsReferences: true)
            if first == nil {
                guard slice.isFirstInPicture else { throw contradiction("the first slice of the picture is missing") }
                first = slice
            }
            var coded = picture ?? CodedPicture(header: header)
            // Otherwise each slice would cause a copy.
            picture = nil
            guard coded.header == header else { throw contradiction("its slices have different types") }
            if let words = coded.add(slice) { throw contradiction(words) }
            picture = coded
        }
        guard let first, let picture else {
            throw BitstreamError(.missing, "slice_segment_layer", "the sample has no slice")
        }
        return (first, picture)
    }

    private func contradiction(_ words: String) -> BitstreamError {
        BitstreamError(.invalid, "slice_segment_header", words)
    }
}
