import Foundation
import HEVC
import ISOMedia
import Intake
import Jobs
import Media
import Platform

/// Extracts the lower temporal levels of a movie: the same pictures at a lower frame rate, without encoding.
///
/// The sample groups alone select the samples. Each picture that remains keeps its presentation time and is shown until
/// the next one that remains; the last one until the movie ends. The parameter sets lose the removed sub-layers, sample
/// groups are written anew, and audio is copied.
package struct LevelExtraction {
    private let path: String
    private let level: Int
    private let film: FilmUnderTest
    private let source: SourceDescription

    /// Opens a movie.
    ///
    /// - Parameters:
    ///   - path: an MP4 or QuickTime movie whose video has temporal levels.
    ///   - level: the highest level to keep, from 0.
    /// - Throws: `WorkError` when the movie has no such level, or no level for some sample.
    package init(path: String, level: Int) throws {
        self.path = path
        self.level = level
        film = try FilmUnderTest(path: path)
        func refuse(_ kind: FailureKind, _ cause: String, _ remedy: String) -> WorkError {
            WorkError(kind, attempted: "extract temporal levels", subject: path, cause: cause, remedy: remedy)
        }
        if let dolbyVision = film.format.dolbyVision, dolbyVision.baseLayer == .proprietary {
            throw refuse(
                .badInput,
                "it would lose its Dolby Vision (\(dolbyVision)), and its pictures are correct only with that",
                "This version of Granary carries no Dolby Vision."
            )
        }
        let unknown = film.samples.count { $0.level == nil }
        if unknown > 0 {
            throw refuse(
                .badInput,
                unknown == film.samples.count
                    ? "its samples are not grouped by temporal level"
                    : "\(unknown) of its \(film.samples.count) samples have no temporal level in the sample groups",
                "`granary inspect` shows the sample groups; video.temporal in a manifest makes a film with levels."
            )
        }
        guard (0..<film.levelCount).contains(level) else {
            throw refuse(
                .usage,
                film.levelCount == 1
                    ? "it has only temporal level 0 and no level \(level)"
                    : "it has the temporal levels 0 to \(film.levelCount - 1) and no level \(level)",
                "Name a level that it has."
            )
        }
        source = try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    /// Writes the levels up to the requested one to a new movie, which gets its name when it is complete.
    ///
    /// - Parameters:
    ///   - output: path of the new movie: QuickTime if it ends in `.mov`, else MP4.
    ///   - replacesFile: whether an existing file may be replaced.
    package func write(to output: String, replacesFile: Bool = false) throws -> ExtractedMovie {
        let target = URL(filePath: output)
        try WorkError.check(
            output: target.path,
            of: path,
            replacesFile: replacesFile,
            attempted: "extract temporal levels"
        )
        let container = MovieContainer(fileName: output)
        let audio = try FilmAudio(of: source, .copy, in: container)
        let samples = try keptSamples()
        var assembly = try assembled(samples, audio, as: container)
        let layout = try assembly.layOut()
        let temporary = target.deletingLastPathComponent()
            .appending(path: ".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)").path
        let file = try FilmFile(creating: temporary, byteCount: layout.totalByteCount)
        do {
            try assembly.write(layout, to: { try file.write($0) }) { interleaver in
                for sample in samples {
                    try film.bytes(of: sample.index).withRawSpan { try interleaver.writeVideo($0) }
                }
            }
            let sha256 = try file.finish()
            // Safe: both paths are lent for the call only.
            guard unsafe rename(temporary, target.path) == 0 else {
                throw WorkError(
                    .cannotCreate,
                    attempted: "rename the finished movie",
                    subject: target.path,
                    cause: unsafe String(cString: strerror(errno)),
                    remedy: "Choose another output, or correct the permissions of its folder."
                )
            }
            try sync(target.deletingLastPathComponent().path)
            return ExtractedMovie(
                movie: path,
                output: target.path,
                level: level,
                frameCount: samples.count,
                byteCount: Int64(layout.totalByteCount),
                sha256: sha256,
                notes: source.losses(keeping: .all) + AudioChoice.copy.losses(of: source, in: container)
                    + layout.notes.map { "\($0.subject): \($0.text)" }
            )
        } catch {
            // Safe: as above.
            unsafe unlink(temporary)
            throw error
        }
    }

    /// Syncs the folder, so that the new name survives a power cut.
    private func sync(_ folder: String) throws {
        guard let obstacle = Folder.sync(folder) else { return }
        throw WorkError(
            .inputOutput,
            attempted: "sync the movie's folder",
            subject: folder,
            cause: obstacle,
            remedy: "Check the file system, and extract the movie again with --overwrite."
        )
    }
}

// MARK: - Samples that remain

extension LevelExtraction {
    /// The samples that remain, in decode order.
    private func keptSamples() throws -> [MovieVideoTrack.TimedSample] {
        let end = source.video.timeline.timeRange.end.exactly(in: film.timescale)?.value
        do {
            return try film.track.samples(upTo: level, end: end)
        } catch {
            throw WorkError(.badInput, attempted: "extract temporal levels", subject: path, cause: error.cause)
        }
    }

    /// Keeps what the film's header says about dynamic HDR metadata, which its samples keep: the Dolby Vision record,
    /// with the level of the pictures that remain, and the brand of HDR10+.
    private func describeDynamicMetadata(
        in video: inout VideoTrackConfiguration,
        _ samples: [MovieVideoTrack.TimedSample]
    ) {
        video.hasHDR10Plus = film.movie.compatibleBrands.contains(FileTypeBox.hdr10PlusBrand)
        let end = samples.reduce(Int64.min) { max($0, $1.presentationTick + $1.duration) }
        let timeline = FrameTimeline(
            timescale: film.timescale,
            presentationTicks: samples.map(\.presentationTick).sorted(),
            endTick: end
        )
        video.dolbyVision = film.format.dolbyVision.map { record in
            timeline.map { record.describing(size: video.size, picturesPerSecond: $0.highestRate) } ?? record
        }
    }

    /// The movie with its video samples.
    private func assembled(
        _ samples: [MovieVideoTrack.TimedSample],
        _ audio: FilmAudio,
        as container: MovieContainer
    ) throws -> MovieAssembly {
        let rate = film.track.constantRate(of: samples)
        let sets = try film.track.parameterSets(upTo: level, rate)
        var video = VideoTrackConfiguration(parameterSets: sets, size: source.video.size, source: source.video)
        // The film's own boxes take precedence: not every source reader knows all of them.
        film.track.describe(&video)
        video.constantRate = rate
        describeDynamicMetadata(in: &video, samples)
        if level > 0 {
            video.temporalLevels = TemporalLevels(try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) })
        }
        var assembly = try MovieAssembly(video, audio: audio, of: source, as: container)
        for sample in samples {
            let bytes = try film.bytes(of: sample.index)
            let slice = try bytes.withRawSpan { try NALUnitFraming.firstSlice(ofSample: $0) }
            try assembly.muxer.appendVideo(
                byteCount: bytes.count,
                decodeTick: sample.decodeTick,
                duration: sample.duration,
                compositionOffset: sample.presentationTick - sample.decodeTick,
                // The levels above are gone.
                flags: film.track.flags(of: sample.index, isHighest: true, slice: slice),
                temporalLevel: film.samples[sample.index].level ?? 0,
                nalUnitType: slice.type.rawValue
            )
        }
        return assembly
    }
}
