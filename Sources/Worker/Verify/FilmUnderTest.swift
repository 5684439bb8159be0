import HEVC
package import ISOMedia
import Media
package import Quality

/// A finished film, opened with a reader and a decoder that share no code with the muxer and the encoder.
package final class FilmUnderTest {
    /// One video sample with its decode and presentation times.
    package struct Sample: Hashable, Sendable {
        let offset: UInt64
        let byteCount: Int
        /// Decode time in ticks of `timescale`, on the media's own clock.
        let decodeTick: Int64
        /// Presentation time in ticks of `timescale`, after the edit list.
        package let presentationTick: Int64
        let isSync: Bool
        /// Temporal level from the sample groups; nil without such groups, or where they give no level.
        let level: UInt8?
    }

    /// The parsed boxes of the file.
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
    /// End of the video's presentation from its edit list, rounded to the nearest tick of `timescale`; nil without an
    /// edit list.
    let presentationEnd: Int64?
    /// Number of temporal levels from the sample groups; 1 without such groups.
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
                remedy: "`granary inspect` shows the boxes of the file."
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
        else { throw refuse("its video is not HEVC with parameter sets in 'hvcC'") }
        guard Int(configuration.lengthByteCount) == NALUnitCursor.lengthByteCount else {
            throw refuse("its NAL units have lengths of \(configuration.lengthByteCount) bytes instead of four")
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
        guard let shift else { throw refuse("its edit list has impossible times") }
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
            throw refuse("only \(samples.count) of its \(table.count) samples have a time and an offset")
        }
    }

    /// Throws if a read of the film failed since it was opened: findings then say nothing about the film.
    func checkReading() throws(WorkError) { try FilmUnderTest.checkReading(of: file) }

    private static func checkReading(of file: FileSource) throws(WorkError) {
        guard let cause = file.readFailure else { return }
        throw WorkError(
            .inputOutput,
            attempted: "read the film in order to verify it",
            subject: file.path,
            cause: cause,
            remedy: "Check the disk and run the verification again: the film itself may be correct."
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

    /// Decodes samples from a sync sample on, and passes the pictures in output order with their sample numbers.
    ///
    /// - Parameter level: highest temporal level to decode, by the sample groups; nil decodes all samples.
    /// - Returns: one finding for each warning of the decoder.
    /// - Throws: the decoder's errors.
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

    /// Whether the parameter sets have HRD parameters for NAL units, without sub-pictures.
    var declaresBuffer: Bool {
        let sequence = try? parameterSets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        let decoder = sequence?.usability?.hypotheticalDecoder
        return decoder?.hasNAL == true && decoder?.hasSubPictures == false
    }

    /// Presented duration of the video in seconds.
    var presentedSeconds: Double {
        movie.tracks.first { $0.handler == "vide" }.map {
            FilmUnderTest.presentedSeconds($0, movieTimescale: movie.timescale)
        } ?? 0
    }

    /// Whether a sample remains when the levels above `level` are dropped.
    func isKept(_ sample: Int, upTo level: Int?) -> Bool {
        guard let level else { return true }
        return Int(samples[sample].level ?? 0) <= level
    }

    /// Presented duration of a track in seconds, from its edit list; without one, the duration of its media.
    package static func presentedSeconds(_ track: TrackDescription, movieTimescale: UInt32?) -> Double {
        let scale = Double(max(movieTimescale ?? 1, 1))
        let edits = track.edits.filter { !$0.isEmpty }
        if !edits.isEmpty { return edits.reduce(0) { $0 + Double($1.duration) } / scale }
        return Double(track.media?.duration ?? 0) / Double(max(track.media?.timescale ?? 1, 1))
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

    private static func parameterSets(of configuration: HEVCConfigurationBox) -> ParameterSets? {
        func unit(_ type: UInt8) -> [UInt8]? {
            configuration.arrays.first { $0.unitType == type }?.units.first
        }
        guard let vps = unit(32), let sps = unit(33), let pps = unit(34) else { return nil }
        return ParameterSets(vps: vps, sps: sps, pps: pps)
    }
}
