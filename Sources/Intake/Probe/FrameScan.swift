import FFmpeg
import HEVC
import Media

/// Reads all packets of a video stream for the exact times of its frames.
struct FrameScan {
    private let demuxer: Demuxer
    private let stream: Int
    private let firstDecodedTick: Int64
    private let edits: EditList?
    private let appliesEdits: Bool
    private let concealsDamage: Bool
    private let allowsFields: Bool

    /// Creates a scan over a demuxer that has read nothing yet.
    ///
    /// - Parameter appliesEdits: true if the demuxer returns the media unedited, and the edit list is applied here.
    /// - Parameter firstDecodedTick: Container tick of the first picture that a decoder returns from the start. Leading
    ///   pictures of the first key frame lack their references if the film was cut there: they are not frames.
    /// - Parameter concealsDamage: if true, a film that is cut off ends there, and damaged packets are frames.
    /// - Parameter allowsFields: if true, two packets may have the fields of one frame.
    init(
        demuxer: Demuxer,
        stream: Int,
        firstDecodedTick: Int64,
        edits: EditList?,
        appliesEdits: Bool = false,
        concealsDamage: Bool = false,
        allowsFields: Bool = false
    ) {
        self.allowsFields = allowsFields
        self.appliesEdits = appliesEdits
        self.concealsDamage = concealsDamage
        self.demuxer = demuxer
        self.stream = stream
        self.firstDecodedTick = firstDecodedTick
        self.edits = edits
    }

    /// What the packets say about the frames of a film.
    struct Frames: Hashable, Sendable {
        /// When they are presented.
        let timeline: FrameTimeline
        /// Their times in the media if the edit list was applied here; else nil.
        var stretches: [PictureStretch]?
        /// Whether reading ended at the end of the edit list, before the end of the media.
        var endsBeforeMedia = false
        /// Whether the times come only from the container's count of its samples: then each must be proved to hold one
        /// picture.
        let areCounted: Bool
        /// The rate that the stream declares, if there are no other times; else nil.
        var codedRate: FrameRate?
        /// The dynamic HDR metadata in the packets; nil if there is none.
        var dynamicMetadata: DynamicMetadataSummary?
    }

    /// The times of all frames that are presented according to the edit list.
    func frames() throws(IntakeError) -> Frames {
        let path = demuxer.path
        guard let scale = TickScale(demuxer.stream(stream).timeBase) else {
            throw IntakeError.noTimes(path)
        }
        demuxer.keepOnly(streams: [stream])
        if appliesEdits, let edits { return try edited(edits, scale) }
        let (starts, areCounted, _, metadata) = try starts()
        let origin = demuxer.originTick(ofStream: stream)
        let ordered = starts.sorted { $0.tick < $1.tick }
        guard let last = ordered.last else { throw IntakeError.noVideo(path) }
        var presentation: [Int64] = []
        presentation.reserveCapacity(ordered.count)
        for start in ordered {
            let (distance, overflow) = start.tick.subtractingReportingOverflow(origin)
            guard !overflow, let tick = scale.ticks(distance), isPossible(tick, scale) else {
                throw IntakeError.impossibleTimes(path)
            }
            if tick == presentation.last {
                throw IntakeError.doubleFrame(path, at: MediaTime(value: tick, timescale: scale.timescale))
            }
            presentation.append(tick)
        }
        let lastTick = presentation[presentation.count - 1]
        // A last frame without a duration lasts as long as the previous one.
        let usual = presentation.dropLast().last.map { lastTick - $0 } ?? scale.step
        guard let duration = last.duration > 0 ? scale.ticks(last.duration) : usual, isPossible(duration, scale) else {
            throw IntakeError.impossibleTimes(path)
        }
        let timeline = FrameTimeline(
            timescale: scale.timescale,
            presentationTicks: presentation,
            endTick: clipped(lastTick + duration, last: lastTick, at: edits?.end, timescale: scale.timescale)
        )
        guard let timeline else { throw IntakeError.noTimes(path) }
        if demuxer.isISOMedia, timeline.firstTick < 0 {
            throw IntakeError.earlyPictures(path, at: timeline.time(of: 0))
        }
        return Frames(timeline: timeline, areCounted: areCounted, dynamicMetadata: metadata)
    }

    /// The frames that result from applying an edit list to the media.
    private func edited(_ list: EditList, _ scale: TickScale) throws(IntakeError) -> Frames {
        let path = demuxer.path
        do {
            let edits = try PictureEdits(list, timescale: scale.timescale)
            let (samples, _, endsBeforeMedia, metadata) = try starts(edits)
            var pictures: [(tick: Int64, duration: Int64)] = []
            pictures.reserveCapacity(samples.count)
            for sample in samples {
                guard let tick = scale.ticks(sample.tick), let duration = scale.ticks(max(sample.duration, 0)),
                    isPossible(tick, scale), isPossible(duration, scale)
                else { throw IntakeError.impossibleTimes(path) }
                pictures.append((tick, duration))
            }
            pictures.sort { $0.tick < $1.tick }
            guard let last = pictures.last else { throw IntakeError.noVideo(path) }
            let usual = pictures.dropLast().last.map { last.tick - $0.tick } ?? scale.step
            let mediaEnd = last.tick + (last.duration > 0 ? last.duration : max(usual, 1))
            let shown = try edits.presentation(of: pictures.map(\.tick), until: mediaEnd)
            for (tick, next) in zip(shown.ticks, shown.ticks.dropFirst()) where next <= tick {
                throw IntakeError.doubleFrame(path, at: MediaTime(value: next, timescale: scale.timescale))
            }
            let lastTick = shown.ticks[shown.ticks.count - 1]
            let timeline = FrameTimeline(
                timescale: scale.timescale,
                presentationTicks: shown.ticks,
                endTick: clipped(shown.end, last: lastTick, at: edits.end, timescale: scale.timescale)
            )
            guard let timeline else { throw IntakeError.noTimes(path) }
            return Frames(
                timeline: timeline,
                stretches: shown.stretches,
                endsBeforeMedia: endsBeforeMedia,
                areCounted: false,
                dynamicMetadata: metadata
            )
        } catch let obstacle as PictureEdits.Obstacle {
            throw IntakeError.editList(path, cause: obstacle.words)
        } catch let error as IntakeError {
            throw error
        } catch {
            fatalError("an edit list failed otherwise: \(error)")
        }
    }

    private func isPossible(_ tick: Int64, _ scale: TickScale) -> Bool {
        LongestFilm.holds(MediaTime(value: tick, timescale: scale.timescale))
    }

    private struct Start {
        let tick: Int64
        var duration: Int64
    }

    /// - Parameter edits: the edits of the media, in ticks of the container. Reading ends when none of the following
    ///   samples can be presented. Nil reads everything.
    private func starts(
        _ edits: PictureEdits? = nil
    ) throws(IntakeError) -> (
        starts: [Start], areCounted: Bool, endsBeforeMedia: Bool, dynamicMetadata: DynamicMetadataSummary?
    ) {
        // Leading pictures of a key frame are presented after the previous key frame: none is missed after the second
        // key frame past the end.
        var keysPastEnd = 0
        var starts: [Start] = []
        var packets = 0
        var samples = SampleCount()
        let metadataReader = PacketMetadata(demuxer, stream: stream)
        var metadata = DynamicMetadataTally()
        let countsSamples = demuxer.countsSamples
        // Pictures without a timestamp in a program stream get their times from the complete decoding order.
        var pictures: [ReferenceOrder.Picture] = []
        var rest: [(duration: Int64, isKey: Bool, isDiscarded: Bool)] = []
        let hasReferenceOrder = ["mpeg1video", "mpeg2video"].contains(demuxer.codecName(ofStream: stream))
        var firstKeyTick: Int64?
        var fields = allowsFields ? FieldPairs(demuxer, stream: stream) : nil
        while let packet = try demuxer.next() {
            guard packet.stream == stream else { continue }
            packets += 1
            if countsSamples {
                samples.add(presentationTick: packet.presentationTick, decodeTick: packet.decodeTick)
            }
            if hasReferenceOrder {
                pictures.append(
                    ReferenceOrder.Picture(
                        presentationTick: packet.presentationTick,
                        decodeTick: packet.decodeTick,
                        duration: packet.duration,
                        isBidirectional: ReferenceOrder.isBidirectional(demuxer.currentPacket)
                    )
                )
                rest.append((packet.duration, packet.isKey, packet.isDiscarded))
            }
            guard let tick = packet.presentationTick ?? (hasReferenceOrder || countsSamples ? packet.decodeTick : nil)
            else {
                throw IntakeError.noTimes(demuxer.path)
            }
            if packet.isCorrupt, !concealsDamage {
                let scale = TickScale(demuxer.stream(stream).timeBase)
                let time = scale.flatMap { scale in
                    scale.ticks(edits?.filmTick(of: tick) ?? tick)
                        .map { MediaTime(value: $0, timescale: scale.timescale) }
                }
                let place = "video sample \(packets)" + (time.map { " at \(IntakeError.text($0))" } ?? "")
                let words = demuxer.takeComplaint().map { ": \($0)" } ?? ""
                throw IntakeError.brokenContainer(
                    demuxer.path,
                    cause: "the data of \(place) is cut off or damaged\(words)"
                )
            }
            if fields?.isSecond(demuxer.currentPacket) == true {
                // It is shown for the second half of its frame, which is a frame if its first field is.
                if let last = starts.last, last.tick < tick, last.tick + 2 * max(last.duration, 1) > tick {
                    starts[starts.count - 1].duration += packet.duration
                }
                continue
            }
            if firstKeyTick == nil, packet.isKey { firstKeyTick = tick }
            // Phones may not mark the first picture: what a decoder does not return before the first marked one is not
            // a frame.
            let leads = tick < firstKeyTick ?? (appliesEdits ? .max : .min) && tick < firstDecodedTick
            if !packet.isDiscarded && !leads {
                starts.append(Start(tick: tick, duration: packet.duration))
                metadataReader?.add(demuxer.currentPacket, to: &metadata)
            }
            if let end = edits?.mediaEnd, packet.isKey, tick >= end {
                keysPastEnd += 1
                if keysPastEnd == 2 { return (starts, false, true, metadata.summary) }
            }
        }
        if samples.areUnstamped {
            guard let ticks = samples.ticks else { throw IntakeError.uncountedSamples(demuxer.path) }
            return (ticks.map { Start(tick: $0, duration: 1) }, true, false, metadata.summary)
        }
        if pictures.contains(where: { $0.presentationTick == nil }) { starts = try derived(pictures, rest) }
        let announced = demuxer.announcedSampleCount(ofStream: stream)
        if demuxer.isISOMedia, packets < announced, !concealsDamage {
            throw IntakeError.brokenContainer(
                demuxer.path,
                cause: "the file ends early: it has \(packets) of the \(announced) video samples that its header lists"
            )
        }
        return (starts, false, false, metadata.summary)
    }

    /// The frames of a stream in which some pictures have no timestamp.
    private func derived(
        _ pictures: [ReferenceOrder.Picture],
        _ rest: [(duration: Int64, isKey: Bool, isDiscarded: Bool)]
    ) throws(IntakeError) -> [Start] {
        guard pictures.contains(where: { $0.presentationTick != nil }) else { throw IntakeError.noTimes(demuxer.path) }
        guard let ticks = ReferenceOrder.presentationTicks(pictures) else { throw IntakeError.fewTimes(demuxer.path) }
        let firstKeyTick = zip(rest, ticks).first { $0.0.isKey }?.1
        return zip(rest, ticks).compactMap { facts, tick in
            let leads = tick < firstKeyTick ?? .min && tick < firstDecodedTick
            return facts.isDiscarded || leads ? nil : Start(tick: tick, duration: facts.duration)
        }
    }

    /// The last frame ends where the edit list ends, if that is earlier.
    private func clipped(_ end: Int64, last: Int64, at cut: MediaTime?, timescale: Int32) -> Int64 {
        guard let edits, let cut else { return end }
        let cutTick = cut.rounded(to: timescale).value
        let isCut = edits.cutsShort(MediaTime(value: end, timescale: timescale), at: cut)
        return isCut && cutTick > last ? cutTick : end
    }
}
