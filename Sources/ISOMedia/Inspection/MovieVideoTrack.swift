import HEVC
package import Media

/// The video track of a movie file, HEVC or H.264, opened for its samples: their times after the edit list, the levels
/// of their sample groups, and their bytes. It believes no number of the file.
package struct MovieVideoTrack {
    /// One video sample with its decode and presentation times.
    package struct Sample: Hashable, Sendable {
        /// Offset of its bytes in the file.
        package let offset: UInt64
        /// Number of its bytes.
        package let byteCount: Int
        /// Decode time in ticks of `timescale`, on the media's own clock.
        package let decodeTick: Int64
        /// Presentation time in ticks of `timescale`, after the edit list.
        package let presentationTick: Int64
        /// Ticks up to the decode time of the next one.
        package let decodeDuration: Int64
        /// Whether decoding can start here.
        package let isSync: Bool
        /// Temporal level from the sample groups; nil without such groups, or where they give no level.
        package let level: UInt8?
    }

    /// The parsed boxes of the file.
    package let movie: MovieDescription
    /// The boxes of the track.
    package let description: TrackDescription
    /// The video samples in decode order.
    package let samples: [Sample]
    /// Ticks per second of the video track.
    package let timescale: Int32
    /// Ticks from a time on the media's own clock to the same time on the film's.
    package let shift: Int64
    /// Parameter sets of the video.
    package let parameterSets: ParameterSets
    /// The sample entry of the video.
    package let format: VideoFormat
    /// SEI units of `hvcC`; none in H.264.
    package let prefixSEI: [[UInt8]]
    /// End of the video's presentation from its edit list, rounded to the nearest tick of `timescale`; nil without an
    /// edit list.
    package let presentationEnd: Int64?
    /// Number of temporal levels from the sample groups; 1 without such groups.
    package let levelCount: Int

    private let file: FileSource

    /// Opens the first video track of a movie. Throws for a file without one, or with one of another codec, or whose
    /// NAL units do not have lengths of four bytes.
    package init(_ file: FileSource, codecs: Set<VideoCodec> = [.hevc]) throws(MovieError) {
        self.file = file
        func refusal(_ cause: String, _ code: MovieError.Code = .damaged) -> MovieError {
            MovieError(code, file.path, cause)
        }
        movie = try MovieInspection.parse(file)
        guard let track = movie.tracks.first(where: { $0.handler == "vide" }), let table = track.samples,
            let scale = track.media?.timescale, let timescale = Int32(exactly: scale), timescale > 0
        else { throw refusal("it has no readable video track") }
        guard let format = track.video, let sets = Self.parameterSets(of: format), codecs.contains(sets.codec) else {
            let boxes =
                codecs.contains(.h264)
                ? "HEVC or H.264 with one parameter set of each kind in 'hvcC' or 'avcC'"
                : "HEVC with parameter sets in 'hvcC'"
            throw refusal("its video is not \(boxes)", .unsupported)
        }
        let lengthByteCount = format.hevc?.lengthByteCount ?? format.avc?.lengthByteCount ?? 0
        guard Int(lengthByteCount) == NALUnitCursor.lengthByteCount else {
            throw refusal("its NAL units have lengths of \(lengthByteCount) bytes instead of four", .unsupported)
        }
        description = track
        self.timescale = timescale
        self.format = format
        parameterSets = sets
        prefixSEI =
            format.hevc?.arrays.filter { $0.unitType == NALUnitType.prefixSEI.rawValue }.flatMap(\.units) ?? []
        presentationEnd = Self.presentationEnd(track.edits, movieTimescale: movie.timescale, timescale: timescale)
        let shift = Self.presentationShift(track, movieTimescale: movie.timescale ?? 1, timescale: timescale)
        guard let shift else { throw refusal("its edit list has impossible times") }
        self.shift = shift
        levelCount = track.temporalLevels?.highestLevel.map { Int($0) + 1 } ?? 1
        var levels = track.temporalLevels?.levels.makeIterator()
        samples = table.map { sample in
            Sample(
                offset: sample.offset,
                byteCount: Int(sample.byteCount),
                decodeTick: sample.decodeTick,
                presentationTick: sample.decodeTick &+ Int64(sample.compositionOffset) &+ shift,
                decodeDuration: Int64(sample.duration),
                isSync: sample.isSync,
                level: levels?.next() ?? nil
            )
        }
        guard samples.count == table.count else {
            throw refusal("only \(samples.count) of its \(table.count) samples have a time and an offset")
        }
    }

    /// The bytes of a sample.
    package func bytes(of sample: Int) throws(MovieError) -> [UInt8] {
        try file.read(at: samples[sample].offset, count: samples[sample].byteCount)
    }

    /// Whether a sample remains when the levels above `level` are dropped.
    package func isKept(_ sample: Int, upTo level: Int?) -> Bool {
        guard let level else { return true }
        return Int(samples[sample].level ?? 0) <= level
    }

    /// Ticks to add to a composition time: empty edits delay the film, `media_time` skips its beginning. Nil from 2^48
    /// ticks on, which no film has: nine years of microseconds.
    private static func presentationShift(
        _ track: TrackDescription,
        movieTimescale: UInt32,
        timescale: Int32
    ) -> Int64? {
        let limit: Int64 = 1 << 48
        var delay: Int64 = 0
        for edit in track.edits {
            guard edit.isEmpty else {
                return edit.mediaTime.magnitude < limit ? delay - edit.mediaTime : nil
            }
            let ticks = Double(edit.duration) * Double(timescale) / Double(max(movieTimescale, 1))
            guard ticks < Double(limit - delay) else { return nil }
            delay += Int64(ticks.rounded())
        }
        return delay
    }

    private static func presentationEnd(
        _ edits: [EditListBox.Edit],
        movieTimescale: UInt32?,
        timescale: Int32
    ) -> Int64? {
        guard !edits.isEmpty, let movieTimescale, movieTimescale > 0 else { return nil }
        var total: UInt64 = 0
        for edit in edits {
            let (sum, overflow) = total.addingReportingOverflow(edit.duration)
            if overflow { return nil }
            total = sum
        }
        let (ticks, overflow) = total.multipliedReportingOverflow(by: UInt64(timescale))
        if overflow { return nil }
        let (whole, rest) = ticks.quotientAndRemainder(dividingBy: UInt64(movieTimescale))
        return Int64(exactly: rest * 2 >= UInt64(movieTimescale) ? whole + 1 : whole)
    }

    private static func parameterSets(of format: VideoFormat) -> ParameterSets? {
        guard let configuration = format.hevc else { return format.avc?.parameterSets }
        func unit(_ type: UInt8) -> [UInt8]? {
            configuration.arrays.first { $0.unitType == type }?.units.first
        }
        guard let vps = unit(32), let sps = unit(33), let pps = unit(34) else { return nil }
        return ParameterSets(vps: vps, sps: sps, pps: pps)
    }
}
