package import Media

/// Proves from headers alone that a stream is a hierarchy of temporal levels, and that each level can be decoded
/// without the levels above it.
///
/// Access units are given in decode order. Nothing is decoded, and memory does not grow with the stream. Broken rules
/// and unreadable parts become findings; nothing throws. Only the base layer is read.
///
///     var checker = HierarchyChecker()
///     checker.add(parameterSets)
///     for sample in samples { checker.add(sample: sample) }
///     let report = checker.report()
package struct HierarchyChecker: Sendable {
    /// Findings that are kept; further ones are only counted.
    private let findingLimit: Int
    var result = HierarchyReport()
    var sets = ParameterSetStore()
    var counter = PictureOrderCounter()
    var buffer = ReferenceBuffer()
    private var order = OutputOrder()
    private var meter = CadenceMeter()

    /// The SPS of the current sequence.
    var active: SequenceParameterSet?
    /// Whether decoding starts anew at the next IRAP picture: at the start, after an end of sequence, after a gap.
    private var startsAnew = true
    /// Whether pictures may be missing because the stream did not start with an IRAP picture.
    private var isAdrift = false
    /// Whether leading pictures (RASL) of the last IRAP picture cannot be decoded.
    private var skipsLeading = false
    /// Access unit of the last TSA picture of each level in this sequence, and of the last STSA picture.
    var lastAccess = [Int?](repeating: nil, count: 7)
    var lastStepwiseAccess = [Int?](repeating: nil, count: 7)
    /// Access unit of the last picture of level 0 that ended the use of earlier motion vectors.
    var motionBarrier: Int?

    /// Starts before the first access unit.
    ///
    /// - Parameter findingLimit: findings to keep in full, at least 0.
    package init(findingLimit: Int = 100) { self.findingLimit = max(findingLimit, 0) }

    /// Takes parameter sets from outside the stream, as in `hvcC`.
    package mutating func add(_ parameterSets: ParameterSets) {
        for unit in [parameterSets.vps, parameterSets.sps, parameterSets.pps] { add(parameterSet: unit) }
    }

    /// Takes a parameter set from outside the stream: a NAL unit with its header.
    package mutating func add(parameterSet unit: [UInt8]) {
        do throws(BitstreamError) {
            try unit.withRawSpan { span throws(BitstreamError) in try sets.add(span) }
        } catch {
            find(.unreadable, error.words)
        }
    }

    /// Takes the next access unit, whose NAL units have lengths of four bytes.
    package mutating func add(sample: RawSpan) {
        var units: [Range<Int>] = []
        var cursor = NALUnitCursor()
        do throws(BitstreamError) {
            while let unit = try cursor.next(in: sample) { units.append(unit) }
        } catch {
            find(.unreadable, error.words)
        }
        add(units: units, of: sample)
    }

    /// Takes the next access unit, whose NAL units are in these ranges, without lengths or start codes.
    package mutating func add(units: some Sequence<Range<Int>>, of bytes: RawSpan) {
        var headers: [NALUnitHeader] = []
        var picture: CodedPicture?
        for range in units {
            let unit = bytes.extracting(range)
            do throws(BitstreamError) {
                let header = try NALUnitHeader(unit)
                guard header.layerID == 0 else { continue }
                headers.append(header)
                if header.type.isParameterSet { try sets.add(unit) }
                if header.type.isSlice { try add(slice: unit, header, to: &picture) }
            } catch {
                find(.unreadable, error.words, header: picture?.header)
            }
        }
        check(headers, picture: picture?.header)
        if let picture { finish(picture) }
        if headers.contains(where: { $0.type == .endOfSequence || $0.type == .endOfBitstream }) { startsAnew = true }
        result.accessUnits += 1
    }

    /// Declares a gap: the next access unit does not continue the stream. It must have an IRAP picture.
    package mutating func skip() {
        endSequence()
        startsAnew = true
    }

    /// The results so far.
    package func report() -> HierarchyReport {
        var copy = self
        copy.endSequence()
        copy.result.cadence = copy.meter.cadence(levels: copy.result.levels)
        return copy.result
    }

    private mutating func endSequence() {
        var meter = meter
        order.endSequence { meter.add($0) }
        self.meter = meter
    }

    /// Records a finding about the current access unit.
    mutating func find(
        _ kind: HierarchyFinding.Kind,
        _ explanation: String,
        orderCount: Int? = nil,
        header: NALUnitHeader? = nil
    ) {
        result.findingCounts[kind, default: 0] += 1
        guard result.findings.count < findingLimit else { return }
        result.findings.append(
            HierarchyFinding(
                kind: kind,
                accessUnit: result.accessUnits,
                orderCount: orderCount,
                temporalID: header?.temporalID,
                explanation: explanation
            )
        )
    }

    /// Reads a slice: the first slice of a picture starts it, later ones must agree with it.
    private mutating func add(
        slice unit: RawSpan,
        _ header: NALUnitHeader,
        to picture: inout CodedPicture?
    ) throws(BitstreamError) {
        if var started = picture {
            // It is taken out, because otherwise each slice would cause a copy.
            picture = nil
            defer { picture = started }
            if started.header != header {
                let types = "types \(started.header.type.rawValue) and \(header.type.rawValue)"
                let levels = "TemporalIds \(started.header.temporalID) and \(header.temporalID)"
                find(.inconsistentSlices, "its slices have \(types), \(levels)", header: started.header)
            }
            guard let context = started.context, started.takesSlices else { return }
            let slice = try SliceHeader(unit: unit, context: context, readsReferences: true)
            if let contradiction = started.add(slice) {
                find(.inconsistentSlices, contradiction, orderCount: started.orderCount, header: header)
            }
            return
        }
        var started = CodedPicture(header: header)
        // Everything that follows is about this picture, even if its header cannot be read.
        defer { picture = started }
        let id = try SliceHeader.pictureParameterSetID(ofUnit: unit)
        guard let context = sets.context(pictureSet: id) else {
            find(
                .missingParameterSet,
                "picture parameter set \(id), or the SPS that it refers to, is missing",
                header: header
            )
            return
        }
        let slice = try SliceHeader(unit: unit, context: context, readsReferences: true)
        if !slice.isFirstInPicture {
            find(.inconsistentSlices, "its first slice is not the first of a picture", header: header)
        }
        started.context = context
        _ = started.add(slice)
        start(&started, slice)
    }

    /// Decides whether a picture starts a sequence, and counts it.
    private mutating func start(_ picture: inout CodedPicture, _ slice: SliceHeader) {
        guard let context = picture.context else { return }
        let type = picture.header.type
        picture.startsSequence = type.isIDR || type.isBLA || (type.isIRAP && startsAnew)
        if picture.startsSequence {
            endSequence()
            buffer.removeAll()
            lastAccess = Array(repeating: nil, count: 7)
            lastStepwiseAccess = lastAccess
            motionBarrier = nil
            activate(context.sequence, picture.header)
            isAdrift = false
        } else if startsAnew {
            find(.noRandomAccess, "decoding cannot start at a picture of type \(type.rawValue)", header: picture.header)
            isAdrift = true
            activate(context.sequence, picture.header)
        } else {
            checkActivation(context, picture.header)
        }
        if type.isIRAP { skipsLeading = picture.startsSequence }
        startsAnew = false
        sets.replacedSequences.removeAll()
        picture.orderCount = counter.orderCount(
            of: slice,
            bits: context.sequence.orderCountBits,
            startsSequence: picture.startsSequence
        )
    }

    /// Checks a picture after all of its slices were read, and keeps it as a reference.
    private mutating func finish(_ picture: CodedPicture) {
        let level = Int(picture.header.temporalID)
        while result.picturesPerLevel.count <= level { result.picturesPerLevel.append(0) }
        result.picturesPerLevel[level] += 1
        guard let context = picture.context, let orderCount = picture.orderCount else { return }
        let isSkipped = picture.header.type.isRASL && skipsLeading
        if isSkipped { result.skippedLeadingPictures += 1 }
        checkTemporalID(picture, context.sequence)
        checkReferences(picture, orderCount, context.sequence, mayMiss: isAdrift || isSkipped)
        buffer.add(
            ReferenceBuffer.Picture(
                accessUnit: result.accessUnits,
                orderCount: orderCount,
                header: picture.header
            )
        )
        guard picture.isOutput, !isSkipped else { return }
        checkReordering(picture, orderCount, context.sequence)
        let shown = OutputOrder.Picture(
            accessUnit: result.accessUnits,
            orderCount: orderCount,
            temporalID: picture.header.temporalID
        )
        var meter = meter
        let isInOrder = order.add(shown) { meter.add($0) }
        self.meter = meter
        if !isInOrder {
            let words = "picture \(orderCount) is too late in output order, or appears twice"
            find(.outputOrder, words, orderCount: orderCount, header: picture.header)
        }
    }

    /// Compares the reordering of a picture with what its level, and each level above it, declares.
    private mutating func checkReordering(_ picture: CodedPicture, _ orderCount: Int, _ sequence: SequenceParameterSet)
    {
        let layers = sequence.subLayerDescription
        for level in Int(picture.header.temporalID)..<max(layers.count, Int(picture.header.temporalID)) {
            let reordered = order.reorderedPictures(behind: orderCount, level: level)
            guard let declared = layers.ordering(upTo: level), reordered > declared.reorderedPictures else { continue }
            find(
                .buffering,
                "\(reordered) pictures of level \(level) and below precede it and are shown after it, "
                    + "\(declared.reorderedPictures) are declared",
                orderCount: orderCount,
                header: picture.header
            )
        }
    }
}
