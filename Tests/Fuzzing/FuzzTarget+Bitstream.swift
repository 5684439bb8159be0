import HEVC
import Media

extension FuzzTarget {
    /// A stream is divided without a byte lost, and everything that looks at it comes to an end.
    func readBitstream(_ input: [UInt8]) throws(BrokenProperty) {
        let units = input.withRawSpan(NALUnitFraming.unitsOfAnnexB)
        let accessUnits = input.withRawSpan { NALUnitFraming.accessUnits(of: units, in: $0) }
        try check(accessUnits.flatMap(Array.init) == Array(units.indices), "access units miss units, or share them")
        try checkHierarchy(input, units, accessUnits)
        try checkMetadata(units.map { Array(input[$0]) })
        let payload = input.withRawSpan { EmulationPrevention.removed(from: $0) }
        let escaped = EmulationPrevention.inserted(into: payload)
        try check(
            escaped.withRawSpan { EmulationPrevention.removed(from: $0) } == payload,
            "emulation prevention does not come off again"
        )
        let sets = try? input.withRawSpan(ParameterSets.init(header:))
        let context = sets.flatMap { try? SliceHeader.Context($0) }
        for accessUnit in accessUnits { try checkSample(accessUnit.map { Array(input[units[$0]]) }, context) }
    }

    private func checkHierarchy(
        _ input: [UInt8],
        _ units: [Range<Int>],
        _ accessUnits: [Range<Int>]
    ) throws(BrokenProperty) {
        let findingLimit = 20
        var checker = HierarchyChecker(findingLimit: findingLimit)
        for accessUnit in accessUnits { input.withRawSpan { checker.add(units: units[accessUnit], of: $0) } }
        let report = checker.report()
        let pictures = report.picturesPerLevel.reduce(0, +)
        try check(report.accessUnits == accessUnits.count, "the checker counts other access units")
        try check(pictures <= accessUnits.count, "\(pictures) pictures in \(accessUnits.count) access units")
        try check(
            report.findings.count == min(report.findingCount, findingLimit),
            "\(report.findings.count) findings are kept of \(report.findingCount)"
        )
    }

    /// What SEI says is written as SEI that says the same.
    private func checkMetadata(_ units: [[UInt8]]) throws(BrokenProperty) {
        var metadata = StaticMetadata()
        for unit in units {
            unit.withRawSpan { metadata.add(unit: $0) }
            guard let messages = try? unit.withRawSpan(SupplementalMessage.messages), !messages.isEmpty else {
                continue
            }
            let again = try? SupplementalMessage.unit(messages).withRawSpan(SupplementalMessage.messages)
            try check(again == messages, "SEI messages are written as others")
        }
        var again = StaticMetadata()
        for unit in metadata.units { unit.withRawSpan { again.add(unit: $0) } }
        try check(again.messages == metadata.messages, "\(metadata) became \(again)")
    }

    /// Units of an access unit as a sample: they come out as they went in, and take the TemporalId that they are given.
    private func checkSample(_ units: [[UInt8]], _ context: SliceHeader.Context?) throws(BrokenProperty) {
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        guard let places = try? sample.withRawSpan(NALUnitFraming.unitsOfSample) else { return }
        try check(places.map { Array(sample[$0]) } == units, "a sample has other units than were put into it")
        let stream = try? sample.withRawSpan(NALUnitFraming.annexB)
        try check(stream?.withRawSpan(NALUnitFraming.unitsOfAnnexB).count == units.count, "Annex B has other units")
        _ = try? sample.withRawSpan(NALUnitFraming.strippingParameterSets)
        _ = try? sample.withRawSpan { span throws(BitstreamError) in try AccessUnit(sample: span, context: context) }
        let byteCount = sample.count
        if (try? NALUnitFraming.alignTemporalIDs(inSample: &sample)) != nil {
            let left = try? NALUnitFraming.alignTemporalIDs(inSample: &sample)
            try check(left == 0, "\(left ?? -1) units are still to be aligned")
        }
        if (try? NALUnitFraming.setTemporalID(3, ofSample: &sample)) != nil {
            let level = try? sample.withRawSpan(NALUnitFraming.firstSlice).temporalID
            try check(level == nil || level == 3, "a picture that was raised to level 3 has \(level ?? 0)")
        }
        try check(sample.count == byteCount, "a sample changed its size with its TemporalId")
    }
}
