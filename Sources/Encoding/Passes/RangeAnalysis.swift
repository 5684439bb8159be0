package import Media
package import Storage

/// What earlier passes learned about a range, checked against the range to be encoded: the input of a fed pass.
package struct RangeAnalysis {
    /// The encoder's `#options:` line of the pass that wrote the statistics. It checks the fed pass against it.
    package let optionsLine: String
    /// `pbratio` of the analysis pass; x265's default of 1.3 if the line does not have it. 1 for x264, which plans
    /// referenced B pictures as it codes them.
    var bidirectionalRatio: Double {
        if records.first?.statistics.avc != nil { return 1 }
        let word = optionsLine.split(separator: " ").first { $0.hasPrefix("pbratio=") }
        return word.flatMap { Double($0.dropFirst("pbratio=".count)) } ?? 1.3
    }
    /// Records of all frames of the range, which number them from 0.
    let records: [FrameRecord]

    /// The statistics of all frames; where samples were written, with their bits. The rate of a fed pass is chosen from
    /// them.
    package var statistics: [FrameStatistics] { records.map(\.writtenStatistics) }

    /// Reads the records of a storage; if a later pass has no cutree records, those of another storage.
    package init(
        _ storage: MultiPassStorage,
        cutree: MultiPassStorage? = nil,
        frames: Range<Int>,
        settings: EncoderSettings
    ) throws {
        var records: [FrameRecord] = []
        records.reserveCapacity(frames.count)
        try storage.forEachRecord(in: nil) { records.append($0) }
        if let cutree {
            var blobs: [Int: [UInt8]] = [:]
            try cutree.forEachRecord(in: nil) { blobs[$0.statistics.frame] = $0.cutree }
            for index in records.indices { records[index].cutree = blobs[records[index].statistics.frame] }
        }
        try self.init(
            records,
            optionsLine: storage.identity.encoderOptions,
            frames: frames,
            settings: settings,
            subject: "range \(storage.identity.range), pass \(storage.identity.pass)"
        )
    }

    /// Checks records: frame count, numbering, resolution, cutree sizes and the slice types of temporal levels.
    ///
    /// libx265 reads the resolution but does not compare it, and would read a cutree of another size as if it matched.
    ///
    /// - Parameters:
    ///   - records: a record for each frame of the range, numbered from 0.
    ///   - optionsLine: x265's options of the pass that wrote their statistics.
    ///   - frames: the range in the film.
    ///   - subject: what the records are, for errors.
    package init(
        _ records: [FrameRecord],
        optionsLine options: String,
        frames range: Range<Int>,
        settings: EncoderSettings,
        subject: String
    ) throws(EncodingError) {
        let structure = try LevelStructure(settings, frames: range)
        let frames = range.count
        func mismatch(_ cause: String) -> EncodingError {
            EncodingError(
                .mismatchedAnalysis,
                attempted: "feed the encoder from multi-pass storage",
                subject: subject,
                cause: cause,
                remedy: "analyse the range again; `--restart` does so for the whole film"
            )
        }
        guard options.hasPrefix("#options:") else { throw mismatch("the encoder's options were not stored") }
        let size = "\(settings.size.width)x\(settings.size.height)"
        let isAVC = settings.codec == .h264
        guard records.allSatisfy({ ($0.statistics.avc != nil) == isAVC }) else {
            throw mismatch("it was made by the encoder of another codec than \(settings.codec.name)")
        }
        guard isAVC ? options.hasPrefix("#options: \(size) ") : options.contains(" input-res=\(size) ") else {
            throw mismatch("it was made at a size other than \(settings.size)")
        }
        guard records.count == frames else {
            throw mismatch("it has \(counted(records.count, "frame")), the range has \(frames)")
        }
        var isCovered = [Bool](repeating: false, count: frames)
        for record in records {
            let order = record.statistics.encodeOrder
            guard isCovered.indices.contains(order), !isCovered[order] else {
                throw mismatch("encode order \(order) is out of range or appears twice")
            }
            isCovered[order] = true
        }
        if let structure {
            for (frame, type) in records.map({ ($0.statistics.frame, $0.statistics.type) }) {
                guard (0..<frames).contains(frame), structure.picture(at: frame).kind == type.plannedKind else {
                    throw mismatch("frame \(frame) does not fit \(settings.temporalLevels) temporal levels")
                }
            }
        }
        let expected = records.first { $0.cutree != nil }?.cutree?.count
        for record in records where record.statistics.type.isReferenced {
            guard record.cutree?.count == expected else {
                throw mismatch("the cutree record of frame \(record.statistics.frame) differs in size from the first")
            }
        }
        let grids =
            isAVC
            ? [CutreeGrid(macroblocksOf: settings.size)]
            : [16, 8].map {
                CutreeGrid(settings.size, minimumBlock: X265Options.minimumBlock(settings), quantizationGroupSize: $0)
            }
        if let expected, !grids.contains(where: { $0.byteCount == expected }) {
            throw mismatch("its cutree records do not fit pictures of \(settings.size)")
        }
        optionsLine = options
        self.records = records
    }
}
