import Checksums
package import Media

/// Describes a source: streams, exact frame times, colour, HDR metadata, audio, identity.
///
/// Reads all packets of the file, but decodes only the first picture.
package struct FilmProbe {
    /// Describes a film.
    ///
    /// - Parameters:
    ///   - path: The file; made absolute in the description.
    ///   - hashWholeFile: Whether its identity covers every byte, or 66 blocks of 64 KiB.
    ///   - reading: What the user says about the file that it does not say itself.
    /// - Throws: A clear error for everything that cannot be a source: missing, a folder, empty, not a movie, no video,
    ///   interlaced, without exact times, cut off.
    package static func describe(
        path: String,
        hashWholeFile: Bool,
        reading asked: SourceReading = .standard
    ) throws(IntakeError) -> SourceDescription {
        let file = try SourceFile(path: path)
        let boxes = BoxWalk(file: file)
        let editLists = EditListReader(boxes)
        if try file.isStillPicture(hasMovieBox: editLists.hasMovieBox()) {
            return try describe(still: file, hashWholeFile: hashWholeFile, reading: asked)
        }
        try DeclaredSamples(boxes).check()
        let demuxer = try Demuxer(file, endsAtDamage: asked.concealsDamage)
        if demuxer.isISOMedia, let name = try ExternalMedia(boxes).firstName() {
            throw IntakeError.opensOthers(file.path, name: name)
        }
        var (stream, reading) = try videoStream(demuxer, asked)
        let audioStreams = (0..<demuxer.streamCount).filter { demuxer.isAudio(stream: $0) }
        let entry = try demuxer.isISOMedia ? file.sampleEntry(ofTrack: demuxer.containerID(ofStream: stream)) : nil
        let edits = demuxer.isISOMedia ? try editLists.lists() : [:]
        let list = edits[demuxer.containerID(ofStream: stream)]
        let appliesEdits = reading.frameRate == nil && list?.entries.isEmpty == false
        let pictures =
            appliesEdits
            ? try Demuxer(file, appliesEditList: false, endsAtDamage: reading.concealsDamage) : demuxer
        let coded = reading.frameRate == nil ? CodedRate(demuxer, stream: stream) : nil
        let opening = try OpeningPicture(
            file,
            stream: stream,
            reading: reading,
            countsPictures: coded != nil,
            appliesEditList: !appliesEdits
        )
        let frames = try frames(pictures, stream, opening, list, appliesEdits: appliesEdits, reading, coded)
        let timeline = frames.timeline
        let colour = ContainerColour(demuxer, stream: stream, entry: entry, opening: opening)
        var video = try VideoTrack(
            demuxer: demuxer,
            stream: stream,
            opening: opening,
            entry: entry,
            beside: colour,
            timeline: timeline,
            allowsFields: asked.deinterlacing != nil
        )
        if let colour = asked.colour { video.colour = video.colour.filled(from: colour) }
        video.stretches = frames.stretches
        video.dynamicMetadata = frames.dynamicMetadata ?? opening.unreadMetadata(codec: video.codec)
        var audio: [AudioTrack] = []
        for index in audioStreams {
            audio.append(
                try AudioScan(
                    file,
                    stream: index,
                    edits: edits[demuxer.containerID(ofStream: index)],
                    concealsDamage: reading.concealsDamage
                ).track()
            )
        }
        var subtitles: [SubtitleTrack] = []
        for index in 0..<demuxer.streamCount where demuxer.isSubtitle(stream: index) {
            let edits = edits[demuxer.containerID(ofStream: index)]
            subtitles.append(
                try SubtitleScan(
                    demuxer,
                    stream: index,
                    isEnabled: edits?.isEnabled ?? demuxer.isDefault(stream: index),
                    concealsDamage: reading.concealsDamage
                ).track()
            )
        }
        let script = try BurnedSubtitles.script(of: file, &subtitles, &reading)
        let chapters = demuxer.chapters.filter { $0.start < timeline.timeRange.end }
        let metadata = demuxer.metadata
        let timecode = demuxer.timecode(video: stream, rate: timeline.averageRate)
        let identity = try file.identity(duration: timeline.timeRange.duration, hashWholeFile: hashWholeFile)
        try file.requireSteady(isUntouched: true)
        return SourceDescription(
            path: file.path,
            identity: identity,
            container: demuxer.formatName,
            video: video,
            audio: audio,
            subtitles: subtitles.isEmpty ? nil : subtitles,
            chapters: chapters.isEmpty ? nil : chapters,
            metadata: metadata.isEmpty ? nil : metadata,
            timecode: timecode,
            notCarried: demuxer.leftovers(video: stream, opening: opening, colour: colour, timecode: timecode),
            reading: reading == .standard ? nil : reading,
            countsSamples: frames.areCounted ? true : nil,
            codedRate: frames.codedRate,
            script: script,
            damage: damage(pictures, stream, frames, audio, reading),
            readerBuild: ReaderBuild.current
        )
    }

    /// The chosen video stream and how it is read. The default track is not recorded.
    private static func videoStream(
        _ demuxer: Demuxer,
        _ asked: SourceReading
    ) throws(IntakeError) -> (stream: Int, reading: SourceReading) {
        let streams = demuxer.videoStreams
        guard let first = demuxer.firstEnabledVideoStream else { throw IntakeError.noVideo(demuxer.path) }
        guard let track = asked.track else { return (first, asked) }
        guard streams.indices.contains(track) else {
            throw IntakeError.noSuchTrack(demuxer.path, track: track, count: streams.count)
        }
        var reading = asked
        if streams[track] == first { reading.track = nil }
        return (streams[track], reading)
    }

    /// The times of the frames: from the file, from the frame rate that the user gives, or from the rate that the
    /// stream declares.
    private static func frames(
        _ demuxer: Demuxer,
        _ stream: Int,
        _ opening: OpeningPicture,
        _ list: EditList?,
        appliesEdits: Bool,
        _ reading: SourceReading,
        _ coded: CodedRate?
    ) throws(IntakeError) -> FrameScan.Frames {
        let pictures = PictureCount(demuxer.file, stream: stream, concealsDamage: reading.concealsDamage)
        if var coded {
            let count = try pictures.count { coded.add(packetOf: $0) }
            return try constant(coded.rate(), count: count, demuxer, codedRate: coded.rate())
        }
        guard let rate = reading.frameRate else {
            let frames = try FrameScan(
                demuxer: demuxer,
                stream: stream,
                firstDecodedTick: opening.tick,
                edits: list,
                appliesEdits: appliesEdits,
                concealsDamage: reading.concealsDamage,
                allowsFields: reading.deinterlacing != nil
            ).frames()
            guard frames.areCounted else { return frames }
            let (count, samples) = (try pictures.count(), frames.timeline.count)
            guard count == samples else {
                throw IntakeError.uncountedSamples(demuxer.path, pictures: count, samples: samples)
            }
            return frames
        }
        return try constant(rate, count: pictures.count(), demuxer)
    }

    /// Frames at a constant rate.
    private static func constant(
        _ rate: FrameRate,
        count: Int,
        _ demuxer: Demuxer,
        codedRate: FrameRate? = nil
    ) throws(IntakeError) -> FrameScan.Frames {
        guard let timeline = FrameTimeline(count: count, rate: rate), LongestFilm.holds(timeline.timeRange.end) else {
            throw IntakeError.impossibleTimes(demuxer.path)
        }
        return FrameScan.Frames(timeline: timeline, areCounted: false, codedRate: codedRate)
    }

    /// What is missing of a file that is read despite its damage; nil if nothing is.
    private static func damage(
        _ demuxer: Demuxer,
        _ stream: Int,
        _ frames: FrameScan.Frames,
        _ audio: [AudioTrack],
        _ reading: SourceReading
    ) -> [String]? {
        guard reading.concealsDamage, demuxer.isISOMedia else { return nil }
        var lines: [String] = []
        // An edit list may present fewer frames than there are samples: compare the audio too to find what is cut off.
        let end = IntakeError.text(frames.timeline.timeRange.end)
        let announced = demuxer.announcedSampleCount(ofStream: stream)
        let found = demuxer.samplesRead(ofStream: stream)
        if found < announced, !frames.endsBeforeMedia {
            lines.append(
                "the file ends early: it has \(found) of \(announced) video samples, and the film ends at \(end)"
            )
        }
        for (number, track) in audio.enumerated() {
            let announced = demuxer.announcedSampleCount(ofStream: track.streamIndex)
            guard track.packetCount < announced else { continue }
            lines.append("audio track \(number) has \(track.packetCount) of its \(announced) packets, and ends there")
        }
        return lines.isEmpty ? nil : lines
    }

    /// Checks that all files of a source are still those that were probed.
    ///
    /// - Throws: A clear error if one has changed, is missing or cannot be read.
    package static func verifyIdentity(of source: SourceDescription) throws(IntakeError) {
        for film in source.parts { try verifyIdentity(path: film.path, film.identity) }
    }

    /// Checks that a file is still the probed one: its size and its hashed bytes.
    ///
    /// - Throws: A clear error if it has changed, is missing or cannot be read.
    package static func verifyIdentity(path: String, _ expected: SourceIdentity) throws(IntakeError) {
        let file = try SourceFile(path: path)
        try file.requireSize(expected)
        let found = try file.identity(duration: expected.duration, hashWholeFile: expected.coversWholeFile)
        guard found.contentHash == expected.contentHash else {
            throw IntakeError.changed(file.path, difference: "its bytes differ")
        }
    }
}
