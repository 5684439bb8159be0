import HEVC
package import ISOMedia
import Media
package import Quality

/// A finished MP4 or QuickTime movie, opened by a reader and a decoder that share no code with what wrote it.
package final class FilmUnderTest {
    /// One video sample with the times at which it is decoded and presented.
    package struct Sample: Hashable, Sendable {
        let offset: UInt64
        let byteCount: Int
        /// Ticks of `timescale` in the order of decoding, on the media's own clock.
        let decodeTick: Int64
        /// Ticks of `timescale` on the film's own clock, edit list applied.
        package let presentationTick: Int64
        let isSync: Bool
        /// Temporal level by its groups; nil in a film without them, or where they do not tell.
        let level: UInt8?
    }

    /// What the file says of itself.
    package let movie: MovieDescription
    /// The video samples in decode order.
    package let samples: [Sample]
    /// Ticks per second of the video track.
    package let timescale: Int32
    /// Parameter sets of the video.
    let parameterSets: ParameterSets
    /// The sample entry of the video.
    let format: VideoFormat
    /// SEI units of `hvcC`.
    let prefixSEI: [[UInt8]]
    /// Where the presentation of the video ends by its edit list, in ticks of `timescale` and to the nearest; nil
    /// without one.
    let presentationEnd: Int64?
    /// Number of temporal levels by the groups of samples; 1 in a film without them.
    package let levelCount: Int

    private let file: FileSource

    /// Opens a film.
    package init(path: String) throws {
        file = try FileSource(path: path)
        func refuse(_ cause: String) -> WorkError {
            WorkError(
                .verification,
                attempted: "verify the film",
                subject: path,
                cause: cause,
                remedy: "`granary inspect` shows what the file holds"
            )
        }
        do {
            movie = try MovieInspection.parse(file)
        } catch {
            try FilmUnderTest.checkReading(of: file)
            throw refuse("\(error.subject): \(error.cause)")
        }
        guard let track = movie.tracks.first(where: { $0.handler == "vide" }), let table = track.samples,
            let scale = track.media?.timescale, let timescale = Int32(exactly: scale), timescale > 0
        else { throw refuse("it has no readable video track") }
        guard let format = track.video, let configuration = format.hevc,
            let sets = FilmUnderTest.parameterSets(of: configuration)
        else { throw refuse("its video is not HEVC with parameter sets in hvcC") }
        guard Int(configuration.lengthByteCount) == NALUnitCursor.lengthByteCount else {
            throw refuse("its units stand behind lengths of \(configuration.lengthByteCount) bytes; only four are read")
        }
        self.timescale = timescale
        self.format = format
        parameterSets = sets
        prefixSEI = configuration.arrays.filter { $0.unitType == NALUnitType.prefixSEI.rawValue }.flatMap(\.units)
        presentationEnd = FilmUnderTest.presentationEnd(
            track.edits,
            movieTimescale: movie.timescale,
            timescale: timescale
        )
        let shift = FilmUnderTest.presentationShift(track, movieTimescale: movie.timescale ?? 1, timescale: timescale)
        guard let shift else { throw refuse("the times of its edit list are beyond reason") }
        levelCount = track.temporalLevels?.highestLevel.map { Int($0) + 1 } ?? 1
        var levels = track.temporalLevels?.levels.makeIterator()
        samples = table.map { sample in
            Sample(
                offset: sample.offset,
                byteCount: Int(sample.byteCount),
                decodeTick: sample.decodeTick,
                presentationTick: sample.decodeTick + Int64(sample.compositionOffset) + shift,
                isSync: sample.isSync,
                level: levels?.next() ?? nil
            )
        }
        guard samples.count == table.count else {
            throw refuse("only \(samples.count) of its \(table.count) samples have a time and a place")
        }
    }

    /// Throws when the system refused to read the film since it was opened: what was found then is no finding about the
    /// film.
    func checkReading() throws(WorkError) { try FilmUnderTest.checkReading(of: file) }

    private static func checkReading(of file: FileSource) throws(WorkError) {
        guard let cause = file.readFailure else { return }
        throw WorkError(
            .inputOutput,
            attempted: "read the film in order to verify it",
            subject: file.path,
            cause: cause,
            remedy: "check the disk, and run it again: nothing is said of the film"
        )
    }

    /// The bytes of a sample.
    func bytes(of sample: Int) throws -> [UInt8] {
        try file.read(at: samples[sample].offset, count: samples[sample].byteCount)
    }

    /// The bytes of a sample of any track.
    func bytes(of sample: SampleTable.Sample) throws(MovieError) -> [UInt8] {
        try file.read(at: sample.offset, count: Int(sample.byteCount))
    }

    /// Decodes samples from a sync sample on, and lends the pictures in output order with the number of their sample.
    ///
    /// - Parameter level: samples of a higher temporal level are left out, as their groups tell it; nil takes all.
    /// - Throws: what the decoder throws; a finding each for its warnings is returned.
    package func decode(
        _ range: Range<Int>,
        upTo level: Int? = nil,
        output: (_ sample: Int, borrowing DecodedPicture) throws -> Void
    ) throws -> [String] {
        let decoder = try VerifyingDecoder(highestTemporalLevel: level)
        try decoder.configure(parameterSets)
        for index in range where isKept(index, upTo: level) {
            try bytes(of: index).withRawSpan { span in
                try decoder.decode(span, tag: Int64(index)) { picture in try output(Int(picture.tag), picture) }
            }
        }
        try decoder.flush { picture in try output(Int(picture.tag), picture) }
        return decoder.warnings.map { "libde265 warns: \($0.text)" }
    }

    /// Whether the parameter sets declare how a decoder's buffer is filled with NAL units.
    var declaresBuffer: Bool {
        let sequence = try? parameterSets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        let decoder = sequence?.usability?.hypotheticalDecoder
        return decoder?.hasNAL == true && decoder?.hasSubPictures == false
    }

    /// How long the video is presented, in seconds.
    var presentedSeconds: Double {
        movie.tracks.first { $0.handler == "vide" }.map {
            FilmUnderTest.presentedSeconds($0, movieTimescale: movie.timescale)
        } ?? 0
    }

    /// Whether a sample is left when the levels above `level` are dropped.
    func isKept(_ sample: Int, upTo level: Int?) -> Bool {
        guard let level else { return true }
        return Int(samples[sample].level ?? 0) <= level
    }

    /// The presented length of a track in seconds by its edit list, or by its media without one.
    package static func presentedSeconds(_ track: TrackDescription, movieTimescale: UInt32?) -> Double {
        let scale = Double(max(movieTimescale ?? 1, 1))
        let edits = track.edits.filter { !$0.isEmpty }
        if !edits.isEmpty { return edits.reduce(0) { $0 + Double($1.duration) } / scale }
        return Double(track.media?.duration ?? 0) / Double(max(track.media?.timescale ?? 1, 1))
    }

    /// Ticks to add to a composition time: empty edits delay the film, `media_time` cuts its beginning off. Nil when
    /// they are more than any film has: nine years of microseconds.
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

    private static func parameterSets(of configuration: HEVCConfigurationBox) -> ParameterSets? {
        func unit(_ type: UInt8) -> [UInt8]? {
            configuration.arrays.first { $0.unitType == type }?.units.first
        }
        guard let vps = unit(32), let sps = unit(33), let pps = unit(34) else { return nil }
        return ParameterSets(vps: vps, sps: sps, pps: pps)
    }
}
