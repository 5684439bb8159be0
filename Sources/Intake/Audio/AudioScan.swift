import FFmpeg
import ISOMedia
import Media

/// Reads all packets of an audio track for its description.
struct AudioScan {
    private let file: SourceFile
    private let stream: Int
    private let edits: EditList?
    private let concealsDamage: Bool

    /// Creates a scan. `edits` is the edit list of the track in an MP4.
    init(_ file: SourceFile, stream: Int, edits: EditList?, concealsDamage: Bool = false) {
        self.concealsDamage = concealsDamage
        self.file = file
        self.stream = stream
        self.edits = edits
    }

    /// Describes the track.
    func track() throws(IntakeError) -> AudioTrack {
        let source = try AudioPacketSource(file, stream: stream, endsAtDamage: concealsDamage)
        var tally = AudioTally(source: source)
        while let entry = try source.next() { tally.add(entry, byteCount: source.byteCount) { source.bytes } }
        if tally.packetCount < source.announcedPacketCount, !concealsDamage {
            let (found, announced) = (tally.packetCount, source.announcedPacketCount)
            throw IntakeError.brokenContainer(
                file.path,
                cause: "the file ends early: it has \(found) of the \(announced) audio samples that its header lists"
            )
        }
        let shown = presentation(tally, source)
        let (configuration, flaw) = configuration(tally, source)
        var track = AudioTrack(
            streamIndex: stream,
            codec: source.codec,
            configuration: configuration,
            sampleRate: source.sampleRate,
            channelCount: source.channelCount,
            channelMask: source.channelMask,
            language: source.language,
            title: source.title,
            roles: source.roles,
            isEnabled: edits.map(\.isEnabled) ?? source.isDefault,
            alternateGroup: edits.map(\.alternateGroup),
            obstacle: flaw ?? shown.obstacle ?? tally.obstacle,
            timescale: source.timescale,
            mediaDuration: tally.duration,
            presentedFrom: shown.from,
            presentedDuration: shown.duration,
            presentationStart: shown.start,
            packetCount: tally.packetCount,
            maximumBitRate: tally.maximumBitRate,
            averageBitRate: tally.averageBitRate
        )
        if let stretches = shown.stretches { track.present(stretches) }
        let isDecodable = source.isDecodable && tally.packetCount > 0 && shown.isPlaced
        track.isDecodable = isDecodable && AudioEncoding.canEncode(track) ? true : nil
        return track
    }

    // MARK: - What is presented

    private struct Presentation {
        var from: Int64
        var duration: Int64
        var start: MediaTime
        var obstacle: String?
        /// The stretches that are presented, if there is more than one.
        var stretches: [AudioStretch]?
        /// Whether the presentation times are known.
        var isPlaced = true
    }

    private func presentation(_ tally: AudioTally, _ source: AudioPacketSource) -> Presentation {
        source.hasEditList ? editedPresentation(tally, source) : timedPresentation(tally, source)
    }

    /// For an MP4: exactly what the edit list says.
    private func editedPresentation(_ tally: AudioTally, _ source: AudioPacketSource) -> Presentation {
        let whole = Presentation(from: 0, duration: tally.duration, start: .zero, obstacle: nil)
        guard let edits, !edits.entries.isEmpty else { return whole }
        guard let stretch = edits.stretch else { return severalParts(edits, tally, source) }
        guard LongestFilm.holds(stretch.delay) else { return beyondReason(tally) }
        // The ticks of uncompressed audio are its samples, whatever the timescale of the container is.
        let media = MediaTime(value: stretch.mediaTime, timescale: source.timeBase.denominator)
        let from = min(media.rounded(to: source.timescale).value, tally.duration)
        let rest = tally.duration - from
        var shown = rest
        if let duration = stretch.duration {
            let end = MediaTime(value: rest, timescale: source.timescale)
            if edits.cutsShort(end, at: duration) { shown = min(duration.rounded(to: source.timescale).value, rest) }
        }
        return Presentation(from: from, duration: shown, start: stretch.delay, obstacle: nil)
    }

    /// For an MP4 whose edit list presents several stretches of the media, in media order.
    private func severalParts(_ edits: EditList, _ tally: AudioTally, _ source: AudioPacketSource) -> Presentation {
        var shown = Presentation(from: 0, duration: tally.duration, start: .zero, obstacle: nil)
        var (stretches, end): ([AudioStretch], Int64) = ([], 0)
        for stretch in edits.stretches ?? [] {
            guard LongestFilm.holds(stretch.delay), let length = stretch.duration else { return beyondReason(tally) }
            let media = MediaTime(value: stretch.mediaTime, timescale: source.timeBase.denominator)
                .rounded(to: source.timescale).value
            // The ticks of the list may be coarser than those of the audio: going back by one tick is rounding.
            let from = media == end - 1 ? end : media
            let duration = min(length.rounded(to: source.timescale).value, tally.duration - from)
            guard from >= end, duration > 0 else {
                stretches = []
                break
            }
            stretches.append(AudioStretch(from: from, duration: duration, start: stretch.delay))
            end = from + duration
        }
        if stretches.count > 1 {
            shown.stretches = stretches
        } else {
            let isAtSpeed = edits.entries.allSatisfy { $0.isNormalSpeed || $0.mediaTime == -1 }
            shown.obstacle = isAtSpeed ? "its edit list has several parts" : "its edit list plays it at another speed"
        }
        return shown
    }

    /// For any other container: from the time of the first packet and the samples that it says to skip.
    private func timedPresentation(_ tally: AudioTally, _ source: AudioPacketSource) -> Presentation {
        guard let scale = TickScale(source.timeBase), let first = tally.firstTick else {
            let obstacle = "its packets have no times"
            return Presentation(from: 0, duration: tally.duration, start: .zero, obstacle: obstacle, isPlaced: false)
        }
        let (distance, overflow) = first.subtractingReportingOverflow(source.origin)
        // The Matroska demuxer gives packet times with the priming before the film, and does not always say to skip it.
        let announced = tally.skippedSamples > 0 ? tally.skippedSamples : source.initialPadding
        let skipped = min(Int64(announced), tally.duration)
        let priming = MediaTime(value: skipped, timescale: source.timescale)
        guard !overflow, let ticks = scale.ticks(distance), LongestFilm.holds(priming),
            LongestFilm.holds(MediaTime(value: ticks, timescale: scale.timescale))
        else { return beyondReason(tally) }
        // The container rounds its times. The skipped samples are rounded in the same way, so that both errors cancel
        // out.
        var start = MediaTime(value: ticks, timescale: scale.timescale) + priming.rounded(to: scale.timescale)
        var from = skipped
        if start < .zero {
            from = min(from - start.rounded(to: source.timescale).value, tally.duration)
            start = .zero
        }
        let duration = max(tally.duration - from - Int64(tally.droppedSamples), 0)
        return Presentation(from: from, duration: duration, start: start, obstacle: nil)
    }

    private func beyondReason(_ tally: AudioTally) -> Presentation {
        let obstacle = "it begins later than \(LongestFilm.words), the longest possible film"
        return Presentation(from: 0, duration: tally.duration, start: .zero, obstacle: obstacle, isPlaced: false)
    }

    // MARK: - Codec configuration

    private func configuration(_ tally: AudioTally, _ source: AudioPacketSource) -> ([UInt8], obstacle: String?) {
        if tally.packetCount == 0 { return ([], "it has no packets") }
        switch source.codec {
        case "aac":
            let bytes = source.codecConfiguration
            return bytes.count >= 2 ? (bytes, nil) : ([], "its AAC configuration is missing")
        case "ac3":
            guard let header = AC3Header(frame: tally.firstPacket) else { return ([], "its first frame is not AC-3") }
            return (header.configuration, nil)
        case "eac3":
            let first = tally.firstPacket
            guard let bytes = EAC3Header.configuration(ofAccessUnit: first, sampleRate: source.sampleRate) else {
                return ([], "its E-AC-3 packets do not hold six blocks each")
            }
            return (bytes, nil)
        case "alac":
            // FFmpeg keeps the whole box: the header, version and flags come before the configuration.
            let box = source.codecConfiguration
            let bytes = Array(box.dropFirst(12))
            guard ALACSpecificBox(bytes) != nil else { return ([], "its ALAC configuration is missing") }
            return (bytes, nil)
        case "flac":
            let bytes = Array(source.codecConfiguration.prefix(FLACSpecificBox.streamInfoByteCount))
            guard FLACSpecificBox(bytes) != nil else { return ([], "its FLAC configuration is missing") }
            return (bytes, nil)
        case "opus":
            guard let box = OpusSpecificBox(header: source.codecConfiguration) else {
                return ([], "its Opus header is missing or damaged")
            }
            return (box.payload, nil)
        case "mp1", "mp2", "mp3":
            guard let header = MPEGAudioHeader(frame: tally.firstPacket), header.sampleRate == source.sampleRate else {
                return ([], "its first frame is not \(source.codec)")
            }
            return ([], nil)
        default:
            guard PCMFormat(codec: source.codec) != nil else {
                return ([], "MP4 and QuickTime cannot hold \(source.codec)")
            }
            return source.sampleRate > 0 && source.channelCount > 0 ? ([], nil) : ([], "its sample rate is unknown")
        }
    }
}
