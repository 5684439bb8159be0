import HEVC
package import ISOMedia
import Media
package import Quality

/// A finished film, opened with a reader and a decoder that share no code with the muxer and the encoder.
@dynamicMemberLookup
package final class FilmUnderTest {
    /// One video sample with its decode and presentation times.
    package typealias Sample = HEVCTrack.Sample

    /// The video track.
    let track: HEVCTrack

    private let file: FileSource

    /// Opens a film.
    package init(path: String) throws {
        file = try FileSource(path: path)
        do {
            track = try HEVCTrack(file)
        } catch {
            try FilmUnderTest.checkReading(of: file)
            throw WorkError(
                .verification,
                attempted: "verify the film",
                subject: path,
                cause: error.subject == path ? error.cause : "\(error.subject): \(error.cause)",
                remedy: "`granary inspect` shows the boxes of the file."
            )
        }
    }

    /// The video samples in decode order.
    package var samples: [Sample] { track.samples }

    /// The other facts about the video track, by their names: `movie`, `timescale` and so on.
    package subscript<Value>(dynamicMember path: KeyPath<HEVCTrack, Value>) -> Value { track[keyPath: path] }

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
    func bytes(of sample: Int) throws(MovieError) -> [UInt8] { try track.bytes(of: sample) }

    /// Whether a sample remains when the levels above `level` are dropped.
    func isKept(_ sample: Int, upTo level: Int?) -> Bool { track.isKept(sample, upTo: level) }

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
        try decoder.configure(track.parameterSets)
        for index in range where track.isKept(index, upTo: level) {
            try track.bytes(of: index).withRawSpan { span in
                try decoder.decode(span, tag: Int64(index)) { picture in try output(Int(picture.tag), picture) }
            }
        }
        try decoder.flush { picture in try output(Int(picture.tag), picture) }
        return decoder.warnings.map { "libde265 warns: \($0.text)" }
    }

    /// Whether the parameter sets have HRD parameters for NAL units, without sub-pictures.
    var declaresBuffer: Bool {
        let sequence = try? track.parameterSets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        let decoder = sequence?.usability?.hypotheticalDecoder
        return decoder?.hasNAL == true && decoder?.hasSubPictures == false
    }

    /// Presented duration of the video in seconds.
    var presentedSeconds: Double {
        track.movie.tracks.first { $0.handler == "vide" }.map {
            FilmUnderTest.presentedSeconds($0, movieTimescale: track.movie.timescale)
        } ?? 0
    }

    /// Presented duration of a track in seconds, from its edit list; without one, the duration of its media.
    package static func presentedSeconds(_ track: TrackDescription, movieTimescale: UInt32?) -> Double {
        let scale = Double(max(movieTimescale ?? 1, 1))
        let edits = track.edits.filter { !$0.isEmpty }
        if !edits.isEmpty { return edits.reduce(0) { $0 + Double($1.duration) } / scale }
        return Double(track.media?.duration ?? 0) / Double(max(track.media?.timescale ?? 1, 1))
    }
}
