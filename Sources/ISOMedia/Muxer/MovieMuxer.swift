import HEVC
package import Media

/// Lays out an MP4 file without access to the bytes of its samples: it gets their sizes and times, and returns the
/// header and the order in which the caller writes the samples (`MovieLayout`).
///
///     var muxer = try MovieMuxer(configuration)
///     for sample in samples { try muxer.appendVideo(byteCount: sample.bytes.count, ...) }
///     for packet in packets { try muxer.appendAudio(track: 0, byteCount: packet.count, duration: 1024) }
///     let layout = try muxer.finish()      // write layout.header, then the bytes of each of layout.chunks
///
/// Samples of one track are appended in decode order. Tracks may be appended alternately or one after the other: chunks
/// of half a second are interleaved by time in any case. A sample needs five to twenty bytes of memory.
///
/// In the file `moov` comes first, there are no in-band parameter sets, and creation and modification times are those
/// of the source or 0. The same calls give the same bytes. The samples of a film with temporal levels are grouped by
/// level.
package struct MovieMuxer: Sendable {
    /// Most samples of a track, far more than any film has: 24 hours at 240 frames per second are 21 million.
    package static let maximumSampleCount = 1 << 27

    let configuration: MovieConfiguration
    /// `hvcC` or `avcC`; `finish` sets the levels in it.
    var coded: CodedVideo
    /// The temporal levels that are declared; nil for fewer than two. `finish` sets their requirements.
    var temporalLevels: TemporalLevels?
    /// Values that could not be declared.
    var notes: [MovieNote] = []
    let matrix: TransformationMatrix
    var video: VideoSamples
    var audio: [TrackSamples]
    var side: [TrackSamples]
    private var audioTicks: [Int64]
    private var sideTicks: [Int64]

    /// Starts a movie. Throws if a parameter set cannot be read or contradicts the configuration.
    package init(_ configuration: MovieConfiguration) throws(MovieError) {
        self.configuration = configuration
        let track = configuration.video
        guard track.timescale > 0, configuration.audio.allSatisfy({ $0.timescale > 0 }),
            configuration.side.allSatisfy({ $0.timescale > 0 })
        else {
            throw MovieError(.invalidConfiguration, "timescale", "it must be positive")
        }
        guard track.pixelAspect.horizontal > 0, track.pixelAspect.vertical > 0 else {
            throw MovieError(.invalidConfiguration, "pixel aspect", "both of its numbers must be positive")
        }
        if let aperture = track.cleanAperture, !aperture.isPossible {
            throw MovieError(.invalidConfiguration, "clean aperture", "it does not describe a part of a picture")
        }
        guard let matrix = TransformationMatrix(track.displayMatrix ?? TransformationMatrix.identity.values) else {
            throw MovieError(.invalidConfiguration, "display matrix", "it must have nine numbers")
        }
        self.matrix = matrix
        coded = try CodedVideo(track.parameterSets, track)
        if let levels = track.temporalLevels, levels.count != coded.subLayers {
            throw MovieError(
                .invalidConfiguration,
                "temporal levels",
                "\(levels.count) are configured, the parameter sets say \(coded.subLayers)"
            )
        }
        temporalLevels = track.temporalLevels.flatMap { $0.count > 1 ? $0 : nil }
        guard coded.size == track.size else {
            throw MovieError(
                .invalidConfiguration,
                "picture size",
                "\(track.size) is configured, the parameter sets say \(coded.size)"
            )
        }
        guard UInt16(exactly: track.size.width) != nil, UInt16(exactly: track.size.height) != nil else {
            throw MovieError(.invalidConfiguration, "picture size", "\(track.size) does not fit into 16 bits")
        }
        video = VideoSamples(timescale: track.timescale)
        audio = configuration.audio.map {
            TrackSamples(timescale: $0.timescale, commonByteCount: $0.frameByteCount.flatMap { UInt32(exactly: $0) })
        }
        audioTicks = configuration.audio.map { track in
            track.presentationStart.rounded(to: track.timescale).value.subtractingReportingOverflow(track.presentedFrom)
                .partialValue
        }
        side = configuration.side.map { TrackSamples(timescale: $0.timescale) }
        sideTicks = configuration.side.map { $0.presentationStart.rounded(to: $0.timescale).value }
        for (index, tick) in sideTicks.enumerated() where !(0...TrackSamples.tickLimit).contains(tick) {
            throw MovieError(
                .invalidConfiguration,
                "side track \(index)",
                "it begins before the film, or its start time is too large"
            )
        }
        for (index, tick) in audioTicks.enumerated() where tick.magnitude > UInt64(TrackSamples.tickLimit) {
            throw MovieError(.invalidConfiguration, "audio track \(index)", "its times are too large")
        }
    }

    /// Adds the next video sample in decode order.
    ///
    /// - Parameters:
    ///   - byteCount: Size of the sample in the file: length-prefixed NAL units, without parameter sets.
    ///   - decodeTick: When it is decoded, in ticks of the video timescale on the film's clock; strictly ascending.
    ///   - duration: Ticks for which the picture is presented, positive.
    ///   - compositionOffset: Ticks from decode to presentation; may be negative.
    ///   - flags: Flags of the sample. `disposable` is used in the highest temporal level only.
    ///   - temporalLevel: TemporalId, 0 to 6, and one of the configured levels.
    ///   - nalUnitType: NAL unit type of the slices; it identifies leading pictures, and where a reader may switch
    ///     between levels.
    package mutating func appendVideo(
        byteCount: Int,
        decodeTick: Int64,
        duration: Int64,
        compositionOffset: Int64,
        flags: SampleFlags,
        temporalLevel: UInt8 = 0,
        nalUnitType: UInt8
    ) throws(MovieError) {
        let subject = "video sample \(video.samples.count)"
        let size = try MovieMuxer.checkedSize(byteCount, subject, count: video.samples.count)
        guard decodeTick.magnitude <= UInt64(TrackSamples.tickLimit), duration > 0, UInt32(exactly: duration) != nil,
            let offset = Int32(exactly: compositionOffset)
        else {
            throw MovieError(
                .invalidSample,
                subject,
                "tick \(decodeTick), duration \(duration) or offset \(compositionOffset) cannot be written"
            )
        }
        guard temporalLevel <= 6 else {
            throw MovieError(.invalidSample, subject, "temporal level \(temporalLevel) is above 6")
        }
        let unitType = NALUnitType(rawValue: nalUnitType)
        try check(temporalLevel, of: unitType, subject)
        try video.append(
            byteCount: size,
            decodeTick: decodeTick,
            duration: duration,
            compositionOffset: offset,
            flags: flags,
            temporalLevel: temporalLevel,
            unitType: unitType
        )
    }

    /// Adds the next packet of an audio track, counted from 0 as in the configuration.
    ///
    /// - Parameters:
    ///   - track: Number of the track. Precondition: the configuration has it.
    ///   - byteCount: Size of the packet; for uncompressed audio the size of as many samples of all channels as it has
    ///     ticks.
    ///   - duration: Its length in ticks of the track's timescale, positive.
    package mutating func appendAudio(track: Int, byteCount: Int, duration: Int64) throws(MovieError) {
        let subject = "packet \(audio[track].count) of audio track \(track)"
        if let frame = audio[track].commonByteCount {
            guard let frames = UInt32(exactly: duration), frames > 0, Int(frame) * Int(frames) == byteCount,
                audio[track].count <= Int(UInt32.max) - Int(frames), audioTicks[track] <= TrackSamples.tickLimit
            else {
                throw MovieError(.invalidSample, subject, "\(byteCount) bytes are not \(duration) samples of \(frame)")
            }
            audio[track].append(equalSamples: frames, at: audioTicks[track])
            audioTicks[track] += duration
            return
        }
        let size = try MovieMuxer.checkedSize(byteCount, subject, count: audio[track].count)
        guard duration > 0, let delta = UInt32(exactly: duration), audioTicks[track] <= TrackSamples.tickLimit else {
            throw MovieError(.invalidSample, subject, "a duration of \(duration) ticks cannot be written")
        }
        audio[track].append(byteCount: size, at: audioTicks[track])
        audio[track].durations.append(delta: delta)
        audioTicks[track] += duration
    }

    /// Adds the next sample of a side track, counted from 0 as in the configuration.
    ///
    /// - Parameters:
    ///   - track: Number of the track. Precondition: the configuration has it.
    ///   - byteCount: Size of the sample.
    ///   - duration: Its length in ticks of the track's timescale, positive.
    package mutating func appendSide(track: Int, byteCount: Int, duration: Int64) throws(MovieError) {
        let subject = "sample \(side[track].count) of side track \(track)"
        let size = try MovieMuxer.checkedSize(byteCount, subject, count: side[track].count)
        guard duration > 0, let delta = UInt32(exactly: duration), sideTicks[track] <= TrackSamples.tickLimit else {
            throw MovieError(.invalidSample, subject, "a duration of \(duration) ticks cannot be written")
        }
        side[track].append(byteCount: size, at: sideTicks[track])
        side[track].durations.append(delta: delta)
        sideTicks[track] += duration
    }

    /// Lays out the file. Throws if a track has no samples, or if a picture is presented before decoding starts.
    package consuming func finish() throws(MovieError) -> MovieLayout {
        try video.finish()
        for (index, track) in audio.enumerated() where track.count == 0 {
            throw MovieError(.invalidSample, "audio track \(index)", "it has no packets")
        }
        for (index, track) in side.enumerated() where track.count == 0 {
            throw MovieError(.invalidSample, "side track \(index)", "it has no samples")
        }
        try declareLevels()
        return try layout()
    }

    /// Rejects combinations that no stream with these levels can have (ISO/IEC 23008-2 7.4.2.2).
    private func check(_ level: UInt8, of unitType: NALUnitType, _ subject: String) throws(MovieError) {
        guard let temporalLevels else { return }
        guard Int(level) < temporalLevels.count else {
            throw MovieError(.invalidSample, subject, "temporal level \(level) of \(temporalLevels.count)")
        }
        let isAccess = (NALUnitType.tsaN...NALUnitType.stsaR).contains(unitType)
        guard level == 0 ? !isAccess : !unitType.isIRAP else {
            throw MovieError(.invalidSample, subject, "NAL unit type \(unitType.rawValue) in temporal level \(level)")
        }
    }

    private static func checkedSize(_ byteCount: Int, _ subject: String, count: Int) throws(MovieError) -> UInt32 {
        guard byteCount > 0, let size = UInt32(exactly: byteCount) else {
            throw MovieError(.invalidSample, subject, "\(byteCount) bytes")
        }
        guard count < maximumSampleCount else {
            throw MovieError(.tooLarge, subject, "a track has at most \(maximumSampleCount) samples")
        }
        return size
    }
}
