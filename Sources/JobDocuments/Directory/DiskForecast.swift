import Foundation
package import Jobs
package import Media
import Platform
import Storage

/// An estimate of the maximum disk space of a job before it starts.
package struct DiskForecast: Hashable, Sendable {
    /// Size of the film in bytes.
    package let filmByteCount: Int64
    /// Size in bytes of everything in the job directory: multi-pass storage and silos.
    package let jobByteCount: Int64

    /// Estimates the disk space of a job: the film, and the files that passes publish. The constants are fitted to the
    /// files of some thousand ranges from 64x64 to 3840x2160.
    ///
    /// A store begins with some pages that are not full, and every sample that is larger than a page leaves its last
    /// page partly empty. Cutree data is kept for two of three pictures: those from which others are predicted. Further
    /// passes are assumed to use their whole budget. A film without a rate is assumed to be as large as its source,
    /// because nothing else is known before some of it is encoded.
    ///
    /// - Parameters:
    ///   - videoBits: estimated bits of the film's video; nil if unknown.
    ///   - plan: the ranges of the film; nil if not planned yet.
    package init(job: ResolvedJob, source: SourceDescription, videoBits: Double? = nil, plan: Plan? = nil) {
        let timeline = source.video.timeline
        let seconds = timeline.timeRange.duration.seconds
        let frames = Double(timeline.count)
        let audio = job.carriedAudio(of: source).reduce(0.0) {
            $0 + Double(source.audio[$1].averageBitRate) / 8 * seconds
        }
        let video: Double =
            switch job.rate {
            case .average(let bitsPerSecond): Double(bitsPerSecond) / 8 * seconds
            case .constantRateFactor, .quality: videoBits.map { $0 / 8 } ?? Double(source.identity.byteCount)
            }
        let size = job.encoder.size
        let blocks = Double(((size.width + 15) / 16) * ((size.height + 15) / 16))
        let ranges = plan.map { Double($0.ranges.count) } ?? Self.expectedRanges(of: job, seconds: seconds)

        let pipeline = Pipeline(job)
        let learnt =
            pipeline.hasAnalysis
            ? ranges * (29_000 + 23_000) + frames * (200 + 1.3 * blocks)
            : ranges * 24_000 + frames * (280 + 1.2 * blocks)
        let pages = 1_860 * (1 - exp(-video / max(frames, 1) / 4_200))
        let silos = video + ranges * 21_500 + frames * (106 + pages)
        let documents = frames * (340 + (pipeline.hasScout ? 400 : 0))

        // Sample tables and chunk offsets take some bytes per sample.
        filmByteCount = Self.clamped(video + audio + frames * 16)
        jobByteCount = Self.clamped(silos * (1 + pipeline.repeatableShare) + learnt + documents)
    }

    /// Estimated number of ranges: scenes last some seconds.
    private static func expectedRanges(of job: ResolvedJob, seconds: Double) -> Double {
        let longest = max(job.ranges.maximum.seconds, 0.1)
        let usual = job.ranges.sceneCuts ? min(max(3, job.ranges.minimum.seconds), longest) : longest
        return max((seconds / usual).rounded(.up), 1)
    }

    /// Creates an estimate from its numbers.
    package init(filmByteCount: Int64, jobByteCount: Int64) {
        self.filmByteCount = filmByteCount
        self.jobByteCount = jobByteCount
    }

    /// Checks that there is space for what is still missing. Throws `.diskFull` with the path and both numbers.
    ///
    /// - Parameter used: bytes that the job directory already has.
    package func check(directory: JobDirectory, job: ResolvedJob, used: Int64) throws(FarmError) {
        let output = URL(filePath: job.outputPath).deletingLastPathComponent().path
        let missing = max(jobByteCount - used, 0)
        let partial = (try directory.muxResult()).flatMap { FileStatus(path: $0.path)?.byteCount } ?? 0
        let film = max(filmByteCount - partial, 0)
        let isShared =
            FileStatus(path: directory.path).flatMap { place in
                FileStatus(path: output).map { place.isOnSameFileSystem(as: $0) }
            } ?? false
        if isShared {
            try check(missing + film, at: directory.path)
        } else {
            try check(missing, at: directory.path)
            try check(film, at: output)
        }
    }

    private func check(_ needed: Int64, at path: String) throws(FarmError) {
        guard let available = DiskSpace.availableByteCount(at: path), available < needed else { return }
        throw FarmError(
            .diskFull,
            attempted: "find space for the job",
            subject: path,
            cause: "it needs about \(ByteSize(needed)), but \(DiskSpace.words(at: path))",
            remedy: "Free some space, or choose another folder with --jobs or another output."
        )
    }

    private static func clamped(_ bytes: Double) -> Int64 {
        bytes.isFinite ? Int64(min(max(bytes, 0), 1e18)) : 0
    }
}

extension JobDirectory {
    /// Total size in bytes of all files that passes have published.
    package var usedByteCount: Int64 {
        ((try? passes()) ?? []).reduce(0) { sum, pass in
            JobFiles.names(in: paths.passFolder(pass)).reduce(sum) {
                $0 + (FileStatus(path: paths.passFolder(pass) + "/" + $1)?.byteCount ?? 0)
            }
        }
    }
}
