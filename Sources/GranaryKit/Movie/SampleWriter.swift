public import Foundation
import ISOMedia
import Media

/// Writes compressed pictures as they are to an MP4 or QuickTime file, without a session. The counterpart of an
/// AVAssetWriter whose inputs have no settings.
///
///     let writer = try SampleWriter(url: url, format: reader.formatDescription)
///     while let sample = try reader.nextSample() { try writer.append(sample) }
///     try writer.finishWriting()
///
/// Samples of a format with temporal levels get sample groups. The file gets its name when it is complete: until then,
/// and after an error, there is no file at `url`. Not for use from several threads.
public final class SampleWriter {
    /// The file. QuickTime if its name ends in `.mov`, else MP4.
    public let url: URL
    /// The format of the samples.
    public let formatDescription: FormatDescription
    /// The tags of the whole film, such as its title.
    public var metadata: [MetadataItem] = []
    /// Number of samples so far.
    public var sampleCount: Int { silo.sampleCount }

    private let silo: FrameSilo
    private let video: VideoTrackConfiguration
    private var audio: [AudioInput] = []
    private var hasFinished = false

    /// Prepares a film.
    ///
    /// - Parameters:
    ///   - url: a file that does not exist.
    ///   - format: that of a `SampleReader` or of a session.
    /// - Throws: `alreadyExists`, `damaged` or `system`.
    public init(url: URL, format: FormatDescription) throws {
        try refuseExisting(url)
        self.url = url
        formatDescription = format
        video = try translating { try format.configuration() }
        // Decode times may be before 0.
        let longest = MediaTime(value: 1 << 40, timescale: 1)
        silo = try FrameSilo(timeRange: TimeRange(start: .zero - longest, end: longest))
    }

    deinit { cancelWriting() }

    /// Adds an audio track, which comes after those that were added before.
    ///
    /// - Parameters:
    ///   - track: a track of a `MovieReader`.
    ///   - startTime: when its first audible sample is played on the clock of the pictures; nil as in its source.
    /// - Throws: `unsupportedTrack` if the file's format cannot carry the track, `misuse` after the end, or `system`.
    public func addAudioTrack(_ track: MovieReader.AudioDescription, startTime: MediaTime? = nil) throws -> AudioInput {
        guard !hasFinished else { throw misuse("add an audio track") }
        let input = try AudioInput(track, startTime: startTime, of: url)
        audio.append(input)
        return input
    }

    /// Adds the next sample in decode order.
    ///
    /// - Throws: `wrongSample` if it is not decoded after the previous one, `misuse` after the end, `diskFull` or
    ///   `system`.
    public func append(_ sample: EncodedSample) throws {
        guard !hasFinished else { throw misuse("write a sample") }
        try silo.add(sample)
    }

    /// Writes the file and removes the temporary ones.
    ///
    /// - Throws: `misuse` without samples, `wrongSample` for samples that do not fit the format or without audio
    ///   packets, `alreadyExists` if the name was taken meanwhile, `diskFull` or `system`.
    public func finishWriting() throws {
        guard !hasFinished, silo.sampleCount > 0 else { throw misuse("finish a film") }
        try MovieOfSilo(silo: silo, video: video, audio: audio, metadata: metadata).write(to: url)
        cancelWriting()
    }

    /// Ends the film without a file, and removes the temporary files. After `finishWriting` it does nothing.
    public func cancelWriting() {
        hasFinished = true
        for input in audio { input.close() }
        // A silo that cannot be written any more is removed all the same.
        try? silo.close()
    }

    private func misuse(_ attempted: String) -> GranaryError {
        GranaryError(
            .misuse,
            attempted: attempted,
            subject: url.path,
            cause: hasFinished ? "it is finished or cancelled" : "it has no samples yet"
        )
    }
}

/// Throws `alreadyExists` if there is a file of the name.
func refuseExisting(_ url: URL) throws(GranaryError) {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    throw GranaryError(
        .alreadyExists,
        attempted: "write a film",
        subject: url.path,
        cause: "the file exists",
        remedy: "Remove it, or choose another name."
    )
}
