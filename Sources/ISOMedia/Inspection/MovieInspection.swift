import HEVC

/// Reads the description of an MP4 or QuickTime file from any bytes. Damage results in findings, or in an error if
/// there is no movie. Memory is limited by `payloadLimit` and `BoxScanner.nodeLimit`.
package struct MovieInspection {
    /// Most bytes that are read from box payloads in total: the tables of ten million samples and more.
    package static let payloadLimit = 1 << 28
    /// Most bytes of a first sample that are read for the SEI NAL units before its slices.
    static let sampleStartLimit = 1 << 20

    var findings: [String] = []
    private var payloadLeft = MovieInspection.payloadLimit
    var groupBoxesLeft = MovieInspection.groupBoxLimit
    var patternSamplesLeft = MovieInspection.patternSampleLimit

    /// Describes a movie. Throws `notMovie` if there is no `moov`, `unreadable` if the source fails.
    package static func parse(_ source: some ByteSource) throws(MovieError) -> MovieDescription {
        var scanner = BoxScanner()
        let boxes = try scanner.scan(source, in: 0..<source.byteCount)
        guard let moov = boxes.first(where: { $0.type == "moov" }) else {
            let found = boxes.prefix(8).map { "'\($0.type)'" }.joined(separator: ", ")
            throw MovieError(
                .notMovie,
                "box 'moov'",
                "it is missing: \(found.isEmpty ? "the file has no boxes" : "the file holds \(found)")"
            )
        }
        var inspection = MovieInspection()
        inspection.findings = scanner.findings
        return try inspection.describe(source, boxes, moov)
    }

    private mutating func describe(
        _ source: some ByteSource,
        _ boxes: [BoxNode],
        _ moov: BoxNode
    ) throws(MovieError) -> MovieDescription {
        let fileType = try read(FileTypeBox.self, source, boxes.first { $0.type == "ftyp" })
        let header = try read(MovieHeaderBox.self, source, moov.first("mvhd"))
        if header == nil { findings.append("box 'mvhd' is missing or damaged") }
        var tracks: [TrackDescription] = []
        for trak in moov.children where trak.type == "trak" {
            tracks.append(try describe(source, trak, number: tracks.count + 1))
        }
        if tracks.isEmpty { findings.append("the movie has no tracks") }
        let fragments = boxes.count { $0.type == "moof" }
        return MovieDescription(
            byteCount: source.byteCount,
            majorBrand: fileType?.majorBrand,
            minorVersion: fileType?.minorVersion,
            compatibleBrands: fileType?.compatibleBrands ?? [],
            timescale: header?.timescale,
            duration: header?.duration,
            isFragmented: fragments > 0 || moov.first("mvex") != nil,
            fragmentCount: fragments,
            isFastStart: boxes.first { $0.type == "mdat" }.map { moov.offset < $0.offset } ?? true,
            tracks: tracks,
            findings: findings,
            boxes: boxes
        )
    }

    private mutating func describe(
        _ source: some ByteSource,
        _ trak: BoxNode,
        number: Int
    ) throws(MovieError) -> TrackDescription {
        var track = TrackDescription()
        track.header = try read(TrackHeaderBox.self, source, trak.first("tkhd"))
        track.media = try read(MediaHeaderBox.self, source, trak.first("mdia", "mdhd"))
        track.handler = try read(HandlerBox.self, source, trak.first("mdia", "hdlr"))?.handler
        track.edits = try read(EditListBox.self, source, trak.first("edts", "elst"))?.edits ?? []
        track.roles = try read(TrackUserDataBox.self, source, trak.first("udta"))?.roles ?? []
        if track.header == nil { findings.append("track \(number): box 'tkhd' is missing or damaged") }
        if track.handler == nil { findings.append("track \(number): box 'hdlr' is missing or damaged") }
        if track.media == nil { findings.append("track \(number): box 'mdhd' is missing or damaged") }
        if track.media?.timescale == 0 { findings.append("track \(number): its timescale is 0") }
        guard let stbl = trak.first("mdia", "minf", "stbl") else {
            findings.append("track \(number): box 'stbl' is missing")
            return track
        }
        let references = try read(DataReferenceBox.self, source, trak.first("mdia", "minf", "dinf", "dref"))
        if references == nil { findings.append("track \(number): box 'dref' is missing or damaged") }
        if references?.isSelfContained.allSatisfy(\.self) == false {
            track.isSelfContained = false
            findings.append("track \(number): its samples are in another file")
        }
        let description = try read(SampleDescriptionBox.self, source, stbl.first("stsd"))
        track.compositionShift = try read(CompositionShiftBox.self, source, stbl.first("cslg"))
        track.samples = try table(source, stbl, number)
        if let description {
            track.formatCount = description.entries.count
            try describeFormat(description, source, &track, number)
        } else {
            findings.append("track \(number): box 'stsd' is missing or damaged")
        }
        if let samples = track.samples {
            check(samples, &track, number, byteCount: source.byteCount)
            checkChunks(samples, entries: description?.entries.count, number)
        }
        try describeGroups(source, stbl, &track, number)
        return track
    }

    private mutating func describeFormat(
        _ description: SampleDescriptionBox,
        _ source: some ByteSource,
        _ track: inout TrackDescription,
        _ number: Int
    ) throws(MovieError) {
        guard let entry = description.entries.first else { return }
        let isVisual = ["vide", "pict"].contains(track.handler)
        let start = isVisual ? try start(ofFirstSample: track.samples, source) : []
        do {
            switch track.handler {
            case "vide", "pict":
                let visual = try VisualSampleEntry(entry)
                var stream = visual.hevc?.streamColour
                if let configuration = visual.hevc {
                    start.withRawSpan { stream?.add(sample: $0, lengthByteCount: Int(configuration.lengthByteCount)) }
                }
                track.video = VideoFormat(visual, stream: stream)
                if let missing = visual.missingConfiguration {
                    findings.append("track \(number): sample entry '\(entry.format)': box '\(missing)' is missing")
                }
                findings += visual.faults.map { "track \(number): sample entry '\(entry.format)': \($0)" }
                _ = try visual.readProfile()
            case "soun":
                let audio = try AudioSampleEntry(entry)
                track.audio = AudioFormat(audio)
                if let flaw = audio.elementaryStream?.flaw {
                    findings.append("track \(number): sample entry '\(entry.format)': 'esds': \(flaw)")
                }
            default: break
            }
        } catch {
            findings.append("track \(number): sample entry '\(entry.format)': \(error.subject): \(error.cause)")
        }
    }

    /// The start of the first sample; empty if it is not in the file.
    private func start(
        ofFirstSample samples: SampleTable?,
        _ source: some ByteSource
    ) throws(MovieError) -> [UInt8] {
        var walk = samples?.makeIterator()
        guard let sample = walk?.next(), sample.offset <= source.byteCount else { return [] }
        let room = min(source.byteCount - sample.offset, UInt64(MovieInspection.sampleStartLimit))
        return try source.read(at: sample.offset, count: Int(min(UInt64(sample.byteCount), room)))
    }

    private mutating func table(
        _ source: some ByteSource,
        _ stbl: BoxNode,
        _ number: Int
    ) throws(MovieError) -> SampleTable? {
        let small = try read(ChunkOffsetBox.self, source, stbl.first("stco"))
        let large = try read(LargeChunkOffsetBox.self, source, stbl.first("co64"))
        guard let durations = try read(TimeToSampleBox.self, source, stbl.first("stts")),
            let chunks = try read(SampleToChunkBox.self, source, stbl.first("stsc")),
            let sizes = try read(SampleSizeBox.self, source, stbl.first("stsz")),
            let offsets = large?.offsets ?? small?.offsets.map(UInt64.init)
        else {
            findings.append("track \(number): a table of 'stts', 'stsc', 'stsz', 'stco' is missing or damaged")
            return nil
        }
        return SampleTable(
            durations: durations,
            offsets: try read(CompositionOffsetBox.self, source, stbl.first("ctts")),
            chunks: chunks,
            sizes: sizes,
            chunkOffsets: offsets,
            hasLargeOffsets: large != nil,
            syncSamples: try read(SyncSampleBox.self, source, stbl.first("stss")),
            dependencies: try read(SampleDependencyBox.self, source, stbl.first("sdtp")),
            byteCount: source.byteCount
        )
    }

    /// Records disagreements of the tables with each other or with the file.
    private mutating func check(
        _ samples: SampleTable,
        _ track: inout TrackDescription,
        _ number: Int,
        byteCount: UInt64
    ) {
        let extent = samples.extent(in: byteCount)
        track.byteCount = extent.byteCount
        let declared = Int(samples.sizes.sampleCount)
        if extent.located < declared {
            findings.append("track \(number): of \(declared) samples only \(extent.located) have a time and an offset")
        }
        if extent.outside > 0 { findings.append("track \(number): \(extent.outside) samples are outside the file") }
        for (type, count) in [
            ("stts", samples.durations.sampleCount),
            ("ctts", samples.offsets?.sampleCount ?? UInt64(declared)),
            ("sdtp", samples.dependencies.map { UInt64($0.samples.count) } ?? UInt64(declared)),
        ] where count != UInt64(declared) {
            findings.append("track \(number): '\(type)' describes \(count) samples, 'stsz' \(declared)")
        }
        if let duration = track.media?.duration, duration != samples.durations.duration, declared > 0 {
            findings.append("track \(number): 'mdhd' lasts \(duration) ticks, 'stts' \(samples.durations.duration)")
        }
    }

    /// Reads a box; nil if it is missing, or damaged, which is recorded. Failures of the source are thrown.
    mutating func read<Content: Box>(
        _ type: Content.Type,
        _ source: some ByteSource,
        _ node: BoxNode?
    ) throws(MovieError) -> Content? {
        guard let node else { return nil }
        let size = node.payload.upperBound - node.payload.lowerBound
        guard size <= UInt64(payloadLeft) else {
            findings.append("box '\(node.type)' at byte \(node.offset): \(size) bytes are more than Granary reads")
            return nil
        }
        payloadLeft -= Int(size)
        let payload = try source.read(at: node.payload.lowerBound, count: Int(size))
        do {
            return try Content(payload: payload[...])
        } catch {
            findings.append("box '\(node.type)' at byte \(node.offset): \(error.cause)")
            return nil
        }
    }
}
