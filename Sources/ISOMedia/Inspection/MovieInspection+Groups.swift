extension MovieInspection {
    /// Most sample group boxes that are read of a file, in all tracks; real tracks have two or three groupings of two
    /// boxes.
    static let groupBoxLimit = 128
    /// Most samples whose groups are expanded from the patterns of `csgp`, in all groupings.
    static let patternSampleLimit = 1 << 25

    /// Reads the sample groups of a track. Of several boxes of one type the first is used. Others are either not
    /// allowed, or distinguished by a parameter that no known type has.
    mutating func describeGroups(
        _ source: some ByteSource,
        _ stbl: BoxNode,
        _ track: inout TrackDescription,
        _ number: Int
    ) throws(MovieError) {
        guard let samples = track.samples else { return }
        var order: [FourCC] = []
        var descriptions: [FourCC: SampleGroupDescriptionBox] = [:]
        var mappings: [FourCC: SampleToGroupBox] = [:]
        func note(_ type: FourCC) { if !order.contains(type) { order.append(type) } }
        for node in stbl.children where ["sgpd", "sbgp", "csgp"].contains(node.type) {
            guard groupBoxesLeft > 0 else {
                findings.append("track \(number): it has more sample groups than Granary reads")
                break
            }
            groupBoxesLeft -= 1
            if node.type == "sgpd", let box = try read(SampleGroupDescriptionBox.self, source, node) {
                note(box.groupingType)
                if descriptions[box.groupingType] == nil { descriptions[box.groupingType] = box }
            } else if let box = try mapping(source, node, sampleCount: samples.count, number) {
                note(box.groupingType)
                if mappings[box.groupingType] == nil { mappings[box.groupingType] = box }
            }
        }
        track.groupings = order.map { type in
            SampleGrouping(
                type,
                description: descriptions[type],
                mapping: mappings[type],
                sampleCount: samples.count
            )
        }
        findings += track.groupings.flatMap { $0.faults.map { "track \(number): \($0)" } }
        guard let levels = track.grouping("tscl"), levels.description != nil else { return }
        do {
            track.temporalLevels = try TemporalLevelMap(levels)
        } catch {
            findings.append("track \(number): \(error.subject): \(error.cause)")
        }
    }

    /// Reads `sbgp`, or `csgp` converted to it.
    private mutating func mapping(
        _ source: some ByteSource,
        _ node: BoxNode,
        sampleCount: Int,
        _ number: Int
    ) throws(MovieError) -> SampleToGroupBox? {
        if node.type == "sbgp" { return try read(SampleToGroupBox.self, source, node) }
        guard node.type == "csgp", let box = try read(CompactSampleToGroupBox.self, source, node) else { return nil }
        guard sampleCount <= patternSamplesLeft else {
            findings.append(
                "track \(number): 'csgp' of type '\(box.groupingType)' describes more samples than Granary reads"
            )
            return nil
        }
        patternSamplesLeft -= sampleCount
        return box.expanded(limit: sampleCount)
    }
}
