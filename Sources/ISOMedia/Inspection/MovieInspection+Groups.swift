extension MovieInspection {
    /// Most groupings that are read of a file, all tracks together; real tracks have two or three.
    static let groupingLimit = 64

    /// Reads the sample groups of a track. Of several boxes of one type the first holds: further ones are either not allowed or tell
    /// apart, by a parameter, what no type that is known here has.
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
        for node in stbl.children where node.type == "sgpd" || node.type == "sbgp" {
            guard groupBoxesLeft > 0 else {
                findings.append("track \(number): there are more sample groups than are read")
                break
            }
            groupBoxesLeft -= 1
            if let box = node.type == "sgpd" ? try read(SampleGroupDescriptionBox.self, source, node) : nil {
                if !order.contains(box.groupingType) { order.append(box.groupingType) }
                if descriptions[box.groupingType] == nil { descriptions[box.groupingType] = box }
            } else if let box = node.type == "sbgp" ? try read(SampleToGroupBox.self, source, node) : nil {
                if !order.contains(box.groupingType) { order.append(box.groupingType) }
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
}
