import Foundation
package import Media
import Storage

/// How much disk a job will take at most, as far as that can be told before it starts.
package struct DiskForecast: Hashable, Sendable {
    /// Bytes of the film.
    package let filmByteCount: Int64
    /// Bytes of everything in the job directory: what passes learn, and the silos.
    package let jobByteCount: Int64

    /// Forecasts a job.
    ///
    /// Multi-pass storage takes two bytes for each block of 16 by 16 pixels and some hundred for each frame. Silos take what
    /// the film takes, once more for what is encoded again. A film without a rate is guessed to be as large as
    /// its source: all else is unknown before it is encoded.
    package init(job: ResolvedJob, source: SourceDescription) {
        let timeline = source.video.timeline
        let seconds = timeline.timeRange.duration.seconds
        let audio = job.carriedSound(of: source).reduce(0.0) {
            $0 + Double(source.audio[$1].averageBitRate) / 8 * seconds
        }
        let video: Double =
            switch job.rate {
            case .average(let bitsPerSecond): Double(bitsPerSecond) / 8 * seconds
            case .constantRateFactor, .quality: Double(source.identity.byteCount)
            }
        let size = job.encoder.size
        let blocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        let learnt = Double(timeline.count) * (Double(blocks * 2) + 512)
        filmByteCount = Self.clamped(video + audio)
        jobByteCount = Self.clamped(video * (1.05 + job.passes.budget) + learnt)
    }

    /// Creates a forecast from its numbers.
    package init(filmByteCount: Int64, jobByteCount: Int64) {
        self.filmByteCount = filmByteCount
        self.jobByteCount = jobByteCount
    }

    /// Checks that there is room for what is still missing. Throws `.diskFull` naming the place and both numbers.
    ///
    /// - Parameter used: bytes that the job directory holds already.
    package func check(directory: JobDirectory, job: ResolvedJob, used: Int64) throws(FarmError) {
        let output = URL(filePath: job.outputPath).deletingLastPathComponent().path
        let missing = max(jobByteCount - used, 0)
        let partial = FileStatus(path: JobDirectory.temporaryOutputPath(of: job))?.byteCount ?? 0
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
            attempted: "find room for the job",
            subject: path,
            cause: "about \(ByteSize(needed)) are needed, \(DiskSpace.words(at: path))",
            remedy: "Free some space, or choose another place with --jobs or another output."
        )
    }

    private static func clamped(_ bytes: Double) -> Int64 {
        bytes.isFinite ? Int64(min(max(bytes, 0), 1e18)) : 0
    }
}

extension JobDirectory {
    /// Bytes of all files that passes published so far.
    package var usedByteCount: Int64 {
        passes().reduce(0) { sum, pass in
            names(in: passFolder(pass)).reduce(sum) {
                $0 + (FileStatus(path: passFolder(pass) + "/" + $1)?.byteCount ?? 0)
            }
        }
    }
}
