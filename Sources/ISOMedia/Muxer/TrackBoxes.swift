import Media

/// The boxes of one `trak` (ISO/IEC 14496-12 8.3.1), complete except for the chunk offsets.
struct TrackBoxes {
    /// Alternate group of the audio tracks: a player plays one of them.
    private static let audioGroup: Int16 = 1

    var header: TrackHeaderBox
    private let edits: EditListBox
    private let media: MediaHeaderBox
    private let handler: (type: FourCC, name: String)
    private let side: SideTrackConfiguration?
    private var references: TrackReferenceBox?
    private var userData = TrackUserDataBox()
    private let isQuickTime: Bool
    private let description: SampleDescriptionBox
    private let durations: TimeToSampleBox
    private var offsets: CompositionOffsetBox?
    private var shift: CompositionShiftBox?
    private var syncSamples: SyncSampleBox?
    private var dependencies: SampleDependencyBox?
    private let chunks: SampleToChunkBox
    private let sizes: SampleSizeBox
    private var groups: [SampleGroupTable] = []
    /// Values that could not be expressed.
    private(set) var notes: [MovieNote] = []

    init(videoOf muxer: MovieMuxer, _ clock: MovieClock) throws(MovieError) {
        let track = muxer.configuration.video
        let samples = muxer.video.samples
        edits = muxer.videoEdits(clock)
        header = TrackHeaderBox(
            trackID: 1,
            duration: try TrackBoxes.length(of: edits),
            matrix: muxer.matrix,
            width: TrackBoxes.displayWidth(track),
            height: TrackBoxes.displayHeight(track)
        )
        media = MediaHeaderBox(
            timescale: UInt32(track.timescale),
            duration: samples.durations.duration,
            language: track.language
        )
        handler = muxer.configuration.imageSequence == nil ? ("vide", "Video") : ("pict", "Pictures")
        side = nil
        isQuickTime = muxer.configuration.container == .quickTime
        let references = muxer.configuration.side.enumerated().compactMap { index, side in
            side.reference.map {
                TrackReferenceBox.Reference(type: $0, trackIDs: [UInt32(muxer.audio.count + 2 + index)])
            }
        }
        if !references.isEmpty { self.references = TrackReferenceBox(references: references) }
        var entry = VisualSampleEntry(width: UInt16(track.size.width), height: UInt16(track.size.height))
        entry.constraints = muxer.configuration.imageSequence?.constraints
        switch muxer.coded {
        case .avc(let box, _): (entry.format, entry.avc) = ("avc1", box)
        case .hevc(var box, _):
            if let levels = muxer.temporalLevels {
                let layout = TemporalLayout(muxer.video, levels)
                layout.describeFrameRate(in: &box)
                groups = layout.groups
                notes += layout.notes
            } else if let rate = track.constantRate, box.averageFrameRate == 0 {
                let value = UInt64(rate.frames) * 256 / UInt64(rate.seconds)
                notes.append(.frameRate(value, of: "video track", in: "hvcC"))
            }
            entry.hevc = box
        }
        entry.colour = TrackBoxes.colour(track.colour, isQuickTime: isQuickTime)
        if isQuickTime, track.colour.isFullRange == true {
            notes.append(
                MovieNote(
                    .colourRangeUnspecified,
                    "video track",
                    "only the bitstream says that its range is full: 'colr' of QuickTime cannot"
                )
            )
        }
        entry.colourProfile = track.colourProfile.map(ColourInformationBox.init(profile:))
        entry.masteringDisplay = track.masteringDisplay.map(MasteringDisplayBox.init)
        entry.contentLight = track.contentLight.map(ContentLightBox.init)
        entry.ambientViewing = track.ambientViewing.map(AmbientViewingBox.init)
        entry.dolbyVision = track.dolbyVision.map(DolbyVisionBox.init)
        entry.cleanAperture = track.cleanAperture.map(CleanApertureBox.init)
        entry.pixelAspect = PixelAspectBox(track.pixelAspect)
        if !isQuickTime { entry.bitRate = samples.bitRate }
        description = SampleDescriptionBox(entries: [isQuickTime ? entry.quickTimeEntry : entry.entry])
        durations = samples.durations
        if !muxer.video.offsets.isTrivial {
            offsets = muxer.video.offsets
            shift = muxer.video.compositionShift
        }
        if !muxer.video.areAllSync { syncSamples = SyncSampleBox(samples: muxer.video.syncSamples) }
        dependencies = muxer.video.dependencies
        chunks = TrackBoxes.chunkTable(samples)
        sizes = samples.sizeTable
    }

    init(audio index: Int, of muxer: MovieMuxer, _ clock: MovieClock) throws(MovieError) {
        let track = muxer.configuration.audio[index]
        let samples = muxer.audio[index]
        edits = try muxer.audioEdits(index, clock)
        header = TrackHeaderBox(
            isEnabled: track.isEnabled ?? (index == 0),
            trackID: UInt32(index + 2),
            duration: try TrackBoxes.length(of: edits),
            alternateGroup: track.alternateGroup ?? TrackBoxes.audioGroup,
            volume: 0x100
        )
        media = MediaHeaderBox(
            timescale: UInt32(track.timescale),
            duration: samples.durations.duration,
            language: track.language
        )
        handler = ("soun", "Sound")
        side = nil
        userData = TrackUserDataBox(name: track.title, roles: track.roles)
        isQuickTime = muxer.configuration.container == .quickTime
        let packetDuration = samples.durations.runs.first?.delta ?? 0
        description = SampleDescriptionBox(
            entries: [
                try track.sampleEntry(
                    samples.bitRate,
                    packetDuration: packetDuration,
                    container: muxer.configuration.container
                )
            ]
        )
        durations = samples.durations
        chunks = TrackBoxes.chunkTable(samples)
        sizes = samples.sizeTable
        let roll = track.rollDistance(packetDuration: packetDuration)
        if roll != 0 { groups = [SampleGroupTable(RollRecoveryEntry(distance: roll), ofAll: samples.count)] }
    }

    init(side index: Int, of muxer: MovieMuxer, _ clock: MovieClock) throws(MovieError) {
        let track = muxer.configuration.side[index]
        let samples = muxer.side[index]
        edits = try muxer.sideEdits(index, clock)
        header = TrackHeaderBox(
            isEnabled: track.isEnabled,
            trackID: UInt32(muxer.audio.count + 2 + index),
            duration: try TrackBoxes.length(of: edits)
        )
        if case .subtitles(let configuration) = track.content {
            let text = try TimedTextSampleEntry(configuration: configuration)
            header = TrackBoxes.placing(header, text, over: muxer.configuration.video)
        }
        media = MediaHeaderBox(
            timescale: UInt32(track.timescale),
            duration: samples.durations.duration,
            language: track.language
        )
        handler = track.handler
        side = track
        if let type = track.referenceToVideo {
            references = TrackReferenceBox(references: [TrackReferenceBox.Reference(type: type, trackIDs: [1])])
        }
        userData = TrackUserDataBox(name: track.title, roles: track.roles)
        isQuickTime = muxer.configuration.container == .quickTime
        description = SampleDescriptionBox(entries: [track.sampleEntry])
        durations = samples.durations
        chunks = TrackBoxes.chunkTable(samples)
        sizes = samples.sizeTable
    }

    /// Writes the content of `trak`.
    func write(to writer: inout BoxWriter, offsets chunkOffsets: [UInt64], isWide: Bool) {
        writer.box(header)
        writer.box("edts") { $0.box(edits) }
        if let references { writer.box(references) }
        writer.box("mdia") { mdia in
            mdia.box(media)
            writeHandler(to: &mdia)
            mdia.box("minf") { minf in
                if let side {
                    side.writeMediaHeader(to: &minf, container: isQuickTime ? .quickTime : .mp4)
                } else if handler.type != "soun" {
                    minf.box(VideoMediaHeaderBox())
                } else {
                    minf.box(SoundMediaHeaderBox())
                }
                if isQuickTime {
                    minf.box(QuickTimeHandlerBox(component: "dhlr", handler: "url ", name: "Data"))
                }
                minf.box("dinf") { $0.box(DataReferenceBox()) }
                minf.box("stbl") { writeTable(to: &$0, chunkOffsets, isWide) }
            }
        }
        if !userData.isEmpty { writer.box(userData) }
    }

    private func writeTable(to stbl: inout BoxWriter, _ chunkOffsets: [UInt64], _ isWide: Bool) {
        stbl.box(description)
        stbl.box(durations)
        if let offsets {
            stbl.box(CompositionOffsetBox.type) {
                if isQuickTime { offsets.write(to: &$0, version: 0) } else { offsets.write(to: &$0) }
            }
        }
        if let shift { stbl.box(shift) }
        if let syncSamples { stbl.box(syncSamples) }
        if let dependencies { stbl.box(dependencies) }
        stbl.box(chunks)
        stbl.box(sizes)
        if isWide {
            stbl.box(LargeChunkOffsetBox(offsets: chunkOffsets))
        } else {
            stbl.box(ChunkOffsetBox(offsets: chunkOffsets.map { UInt32($0) }))
        }
        for group in groups {
            stbl.box(group.description)
            stbl.box(group.mapping)
        }
    }

    private func writeHandler(to mdia: inout BoxWriter) {
        if isQuickTime {
            mdia.box(QuickTimeHandlerBox(component: "mhlr", handler: handler.type, name: handler.name))
        } else {
            mdia.box(HandlerBox(handler: handler.type, name: handler.name))
        }
    }

    /// `colr`, if any colour is specified.
    private static func colour(_ colour: ColourDescription, isQuickTime: Bool) -> ColourInformationBox? {
        var codes = colour
        codes.isFullRange = nil
        guard !codes.isUnspecified || colour.isFullRange == true && !isQuickTime else { return nil }
        return isQuickTime ? ColourInformationBox(quickTime: codes) : ColourInformationBox(colour)
    }

    private static func length(of edits: EditListBox) throws(MovieError) -> UInt64 {
        var length: UInt64 = 0
        for edit in edits.edits {
            let (sum, overflow) = length.addingReportingOverflow(edit.duration)
            guard !overflow else { throw MovieError(.invalidSample, "edit list", "the presentation is too long") }
            length = sum
        }
        return length
    }

    private static func chunkTable(_ samples: TrackSamples) -> SampleToChunkBox {
        SampleToChunkBox(
            samplesPerChunk: samples.chunks.indices.lazy.map { UInt32(samples.samples(ofChunk: $0).count) }
        )
    }

    /// Display width in 16.16: that of the shown part times the pixel aspect, rounded to the nearest step, saturated.
    static func displayWidth(_ track: VideoTrackConfiguration) -> UInt32 {
        let (horizontal, vertical) = (UInt64(track.pixelAspect.horizontal), UInt64(track.pixelAspect.vertical))
        let width = side(track.cleanAperture?.width, of: track.size.width)
        return UInt32(clamping: (UInt64(width) * horizontal + vertical / 2) / vertical)
    }

    /// Display height in 16.16.
    static func displayHeight(_ track: VideoTrackConfiguration) -> UInt32 {
        side(track.cleanAperture?.height, of: track.size.height)
    }

    /// A side in 16.16, rounded to the nearest step: that of the clean aperture, if there is one.
    private static func side(_ clean: CleanAperture.Fraction?, of coded: Int) -> UInt32 {
        guard let clean, clean.numerator > 0, clean.denominator > 0 else { return UInt32(coded) << 16 }
        let (numerator, denominator) = (UInt64(clean.numerator.magnitude), UInt64(clean.denominator))
        return UInt32(clamping: ((numerator << 16) + denominator / 2) / denominator)
    }
}
