import HEVC
package import ISOMedia
import Intake
import Media
package import Quality

/// A finished film, opened with a reader and a decoder that share no code with the muxer and the encoder.
@dynamicMemberLookup
package final class FilmUnderTest {
    /// One video sample with its decode and presentation times.
    package typealias Sample = MovieVideoTrack.Sample

    /// The video track.
    let track: MovieVideoTrack

    private let file: FileSource

    /// Opens a film.
    package init(path: String) throws {
        file = try FileSource(path: path)
        do {
            track = try MovieVideoTrack(file, codecs: Set(VideoCodec.allCases))
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
    package subscript<Value>(dynamicMember path: KeyPath<MovieVideoTrack, Value>) -> Value { track[keyPath: path] }

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
        guard track.parameterSets.codec == .hevc else { return try decodeAVC(range, output: output) }
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

    /// H.264 is decoded by libavcodec, which shares no code with libx264.
    private func decodeAVC(
        _ range: Range<Int>,
        output: (_ sample: Int, borrowing DecodedPicture) throws -> Void
    ) throws -> [String] {
        var configuration = BoxWriter()
        track.format.avc?.write(to: &configuration)
        let decoder = try SampleDecoder(codec: "h264", configuration: configuration.bytes, size: track.format.size)
        var warnings: [String] = []
        var failure: (any Error)?
        func take(_ answer: SampleDecoder.Answer) {
            guard failure == nil else { return }
            switch answer {
            case .failure(let number, let error): warnings.append("libavcodec, sample \(number): \(error.cause)")
            case .picture(let number, let planes):
                do {
                    try output(Int(number), DecodedPicture(planes.storage, planes.format, planes.size, tag: number))
                } catch {
                    failure = error
                }
            }
        }
        for index in range {
            decoder.decode(try track.bytes(of: index), number: Int64(index), take)
            if let failure { throw failure }
        }
        decoder.finish(take)
        if let failure { throw failure }
        return warnings
    }

    /// Which decoder the pictures are from, for people.
    var decoderName: String { track.parameterSets.codec == .hevc ? "libde265" : "libavcodec" }

    /// Whether the parameter sets of HEVC have HRD parameters for NAL units, without sub-pictures.
    var declaresBuffer: Bool {
        guard track.parameterSets.codec == .hevc else { return false }
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
