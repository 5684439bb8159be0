public import Foundation
import HEVC
import ISOMedia
import Media

/// Reads the compressed pictures of an MP4 or QuickTime film with HEVC, as they are, in decode order. The counterpart
/// of an AVAssetReaderTrackOutput without settings.
///
///     let reader = try SampleReader(url: url, highestTemporalLevel: 1)
///     while let sample = try reader.nextSample() { try writer.append(sample) }
///
/// Levels come from the sample groups of the film; nothing is decoded. No length, offset or time of the file is
/// believed. Not for use from several threads.
public final class SampleReader {
    /// The film.
    public let url: URL
    /// The format of the samples that are returned, with as many temporal levels as remain.
    public let formatDescription: FormatDescription
    /// Number of samples that are returned.
    public let sampleCount: Int
    /// When the pictures are presented, from the first one to the end of the last one.
    public let timeRange: TimeRange
    /// Number of samples of each temporal level of the film, by its sample groups, from level 0. Empty without them.
    public let sampleCountsOfLevels: [Int]

    private let track: MovieVideoTrack
    private let samples: [MovieVideoTrack.TimedSample]
    private let highestLevel: Int
    private var next = 0

    /// Opens a film.
    ///
    /// - Parameters:
    ///   - url: a film whose parameter sets are in its sample entry (`hvc1`), and without fragments.
    ///   - highestTemporalLevel: leaves out the samples of higher levels. The pictures that remain keep their times,
    ///     and each is shown until the next one. nil returns all samples with their own times.
    /// - Throws: `missingLevel` if the film has no such level, or does not say which samples belong to it; `damaged`,
    ///   `unsupportedFilm`, `missing` or `system`.
    public init(url: URL, highestTemporalLevel: Int? = nil) throws {
        self.url = url
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw Self.refusal(.missing, url, "there is no such file")
        }
        let track = try translating { try MovieVideoTrack(FileSource(path: url.path)) }
        try Self.check(track, url)
        let counts = track.description.temporalLevels?.sampleCounts ?? []
        if let level = highestTemporalLevel {
            guard counts.reduce(0, +) == track.samples.count else {
                throw Self.refusal(.missingLevel, url, "its sample groups do not give the level of each sample")
            }
            guard counts.indices.contains(level) else {
                throw Self.refusal(
                    .missingLevel,
                    url,
                    "it has the levels 0 to \(counts.count - 1) and no level \(level)"
                )
            }
        }
        let samples = try translating { try track.samples(upTo: highestTemporalLevel) }
        let ticks = samples.map(\.presentationTick)
        let end = samples.map { $0.presentationTick + $0.duration }.max() ?? 0
        formatDescription = try translating {
            try FormatDescription(track.configuration(upTo: highestTemporalLevel, samples))
        }
        timeRange = TimeRange(
            start: MediaTime(value: ticks.min() ?? 0, timescale: track.timescale),
            end: MediaTime(value: end, timescale: track.timescale)
        )
        highestLevel = highestTemporalLevel ?? max(counts.count, formatDescription.temporalLevels) - 1
        sampleCountsOfLevels = counts
        sampleCount = samples.count
        (self.track, self.samples) = (track, samples)
    }

    /// The next sample in decode order; nil after the last one.
    ///
    /// - Throws: `damaged` for a sample outside of the file, without a picture, or whose header has another temporal
    ///   level than its group; `system` if the file cannot be read.
    public func nextSample() throws -> EncodedSample? {
        guard next < samples.count else { return nil }
        let timed = samples[next]
        let sample = try translating {
            let place = track.samples[timed.index]
            guard place.offset <= track.movie.byteCount,
                UInt64(place.byteCount) <= track.movie.byteCount - place.offset
            else { throw Self.refusal(.damaged, url, "sample \(timed.index) is not in the file, which is cut off") }
            let bytes = try track.bytes(of: timed.index)
            let slice = try bytes.withRawSpan { try NALUnitFraming.firstSlice(ofSample: $0) }
            if let level = place.level, level != slice.temporalID {
                throw Self.refusal(
                    .damaged,
                    url,
                    "sample \(timed.index) is of level \(slice.temporalID), its group says \(level)"
                )
            }
            func time(_ ticks: Int64) -> Media.MediaTime { Media.MediaTime(value: ticks, timescale: track.timescale) }
            return Media.EncodedSample(
                frame: timed.index,
                decodeTime: time(timed.decodeTick),
                presentationTime: time(timed.presentationTick),
                duration: time(timed.duration),
                flags: track.flags(
                    of: timed.index,
                    isHighest: Int(slice.temporalID) == highestLevel,
                    slice: slice
                ),
                temporalLevel: slice.temporalID,
                nalUnitType: slice.type.rawValue,
                pictureHash: .unknown,
                bytes: bytes
            )
        }
        next += 1
        return EncodedSample(sample)
    }

    /// Begins again with the first sample.
    public func reset() { next = 0 }

    /// Refuses films whose samples cannot be taken out of it as they are.
    private static func check(_ track: MovieVideoTrack, _ url: URL) throws(GranaryError) {
        guard track.movie.fragmentCount == 0 else {
            throw refusal(.unsupportedFilm, url, "its samples are in fragments", "Write it again without fragments.")
        }
        guard track.description.isSelfContained else {
            throw refusal(.unsupportedFilm, url, "its samples are in another file")
        }
        guard track.description.formatCount == 1, track.format.hevc?.parameterSets != nil else {
            throw refusal(.unsupportedFilm, url, "it has several sample entries or parameter sets")
        }
        guard track.samples.isEmpty == false else { throw refusal(.damaged, url, "it has no samples") }
    }

    private static func refusal(
        _ code: GranaryError.Code,
        _ url: URL,
        _ cause: String,
        _ remedy: String = ""
    ) -> GranaryError {
        GranaryError(code, attempted: "read the samples of a film", subject: url.path, cause: cause, remedy: remedy)
    }
}

extension MovieVideoTrack {
    /// The track of a movie that has some of the samples.
    fileprivate func configuration(upTo level: Int?, _ samples: [TimedSample]) throws -> VideoTrackConfiguration {
        let rate = constantRate(of: samples)
        let sets = try level.map { try parameterSets(upTo: $0, rate) } ?? parameterSets
        var video = try FormatDescription(sets).configuration()
        video.colourMetadata = format.settled
        describe(&video)
        video.constantRate = rate
        video.pixelAspect = format.pixelAspect ?? .square
        video.displayMatrix = description.header?.matrix.values
        video.language = description.media?.language ?? "und"
        return video
    }
}
