import CFFmpeg
import Media

extension IntakeError {
    /// The file cannot be opened as a movie.
    static func notAMovie(_ path: String, code: CInt, complaint: String?) -> IntakeError {
        let cause = complaint ?? libraryMessage(code)
        let lacksIndex = complaint?.contains("moov atom not found") ?? false
        return IntakeError(
            .notAMovie,
            attempted: "open the movie",
            subject: path,
            cause: lacksIndex ? "the file has no movie header (moov box): it is cut off or is no movie" : cause,
            remedy: lacksIndex
                ? "copy it again, or finish or repair the recording; without that box its pictures cannot be found"
                : "check that it is a movie and that it is whole, as with: ffprobe FILE"
        )
    }

    /// A picture that stands still.
    static func stillPicture(_ path: String) -> IntakeError {
        IntakeError(
            .notAMovie,
            attempted: "open the movie",
            subject: path,
            cause: "it is a still picture (HEIF or AVIF), and there is no film in it",
            remedy: "name a film"
        )
    }

    /// The container broke while its packets were read.
    static func brokenContainer(_ path: String, cause: String) -> IntakeError {
        IntakeError(
            .damaged,
            attempted: "read the movie",
            subject: path,
            cause: cause,
            remedy: "copy the file again from its source; it is damaged or cut off"
        )
    }

    /// Something of a source that Granary does not take.
    static func unsupported(_ path: String, cause: String, remedy: String) -> IntakeError {
        IntakeError(.unsupported, attempted: "take the movie as a source", subject: path, cause: cause, remedy: remedy)
    }

    /// A library ran out of memory or refused a request that it should not refuse.
    static func library(_ path: String, attempted: String, cause: String) -> IntakeError {
        IntakeError(
            .library,
            kind: .unavailable,
            attempted: attempted,
            subject: path,
            cause: cause,
            remedy:
                "`granary doctor` looks at libraries and memory; if all is well there, the film is of a kind that they refuse"
        )
    }
}

extension IntakeError {
    /// A picture that cannot be decoded as it was encoded.
    static func damagedPicture(_ path: String, frame: Int?, at time: MediaTime?, cause: String) -> IntakeError {
        let place = frame.map { "frame \($0)" } ?? "its pictures"
        return IntakeError(
            .damaged,
            attempted: "decode \(place)" + (time.map { " at \(text($0))" } ?? ""),
            subject: path,
            cause: cause,
            remedy: "copy the film again from its source; if that is damaged too, repair or cut it at that place"
        )
    }

    /// Another size or pixel format in mid-stream.
    static func formatChange(_ path: String, at time: MediaTime, from: String, to: String) -> IntakeError {
        IntakeError(
            .formatChange,
            attempted: "decode the film at \(text(time))",
            subject: path,
            cause: "the pictures change from \(from) to \(to) there",
            remedy: "convert the film to one size and format first, or cut it at that place into two sources"
        )
    }

    /// Interlaced pictures.
    static func interlaced(_ path: String, at time: MediaTime?) -> IntakeError {
        IntakeError(
            .interlaced,
            attempted: "take the movie as a source",
            subject: path,
            cause: "its video is interlaced" + (time.map { " at \(text($0))" } ?? ""),
            remedy: "deinterlace it first, as with: ffmpeg -i FILE -vf bwdif -c:v ffv1 -c:a copy OUT.mkv"
        )
    }

    /// The file is not the one that was probed.
    static func changed(_ path: String, difference: String) -> IntakeError {
        IntakeError(
            .changed,
            attempted: "read the source of the job",
            subject: path,
            cause: "the file has changed since it was probed: \(difference)",
            remedy: "put the original file back, or start the job anew with --restart"
        )
    }

    /// Frames outside the film.
    static func noSuchFrames(_ path: String, frames: Range<Int>, count: Int) -> IntakeError {
        IntakeError(
            .damaged,
            kind: .bug,
            attempted: "read the frames \(frames.lowerBound) to \(frames.upperBound)",
            subject: path,
            cause: "the film has \(counted(count, "frame"))",
            remedy: ""
        )
    }

    /// A time for people, in seconds to the millisecond, as in "12.042 s".
    static func text(_ time: MediaTime) -> String {
        let milliseconds = time.rounded(to: 1000).value
        let fraction = String(milliseconds.magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1000).\(padding)\(fraction) s"
    }
}

extension IntakeError {
    /// The operating system refused.
    static func cannotOpen(_ path: String, code: CInt) -> IntakeError {
        let isMissing = code == ENOENT || code == ENOTDIR
        return IntakeError(
            isMissing ? .missing : .unreadable,
            kind: isMissing ? .sourceNotFound : .inputOutput,
            attempted: "open the movie",
            subject: path,
            cause: isMissing ? "there is no such file" : libraryMessage(-code),
            remedy: isMissing
                ? "check the path; one in a manifest counts from the manifest's folder"
                : "check who may read the file, and the disk that it lies on"
        )
    }

    /// Something else than a plain file.
    static func notAFile(_ path: String, cause: String) -> IntakeError {
        IntakeError(
            .notAFile,
            attempted: "open the movie",
            subject: path,
            cause: cause,
            remedy: "name a movie file"
        )
    }

    /// No video in the file.
    static func noVideo(_ path: String) -> IntakeError {
        IntakeError(
            .noVideo,
            attempted: "find the video of the movie",
            subject: path,
            cause: "the file has no video track",
            remedy: "name a movie with pictures; sound alone cannot be encoded"
        )
    }

    /// No video track of that number.
    static func noSuchTrack(_ path: String, track: Int, count: Int) -> IntakeError {
        IntakeError(
            .noVideo,
            attempted: "find video track \(track) of the movie",
            subject: path,
            cause: count == 1 ? "it has one video track, 0" : "it has \(count) video tracks, 0 to \(count - 1)",
            remedy: "name one of them in source: {path: FILE, track: 0} or --track 0"
        )
    }

    /// No exact presentation times.
    static func noTimes(_ path: String) -> IntakeError {
        .unsupported(
            path,
            cause: "its frames carry no presentation times",
            remedy: "say which frame rate it has, as in source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Presentation times of some frames alone, from which those of the others do not follow.
    static func fewTimes(_ path: String) -> IntakeError {
        .unsupported(
            path,
            cause:
                "only some of its frames carry presentation times, and those of the others do not follow from them: the order of "
                + "decoding has gaps, or contradicts them",
            remedy: "say which frame rate it has, as in source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Pictures without times in a container that counts its samples but leaves some out, or holds others than one picture a sample.
    static func uncountedSamples(_ path: String, pictures: Int? = nil, samples: Int = 0) -> IntakeError {
        let reason =
            pictures.map { "its \(samples) samples give \($0) pictures: some are damaged, or hold none or several" }
            ?? "the AVI leaves some of its samples out, so that counting them does not tell either"
        return .unsupported(
            path,
            cause: "its frames carry no presentation times, and \(reason)",
            remedy: "say which frame rate it has, as in source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Frames at times that no film has.
    static func impossibleTimes(_ path: String) -> IntakeError {
        .unsupported(
            path,
            cause: "its frames lie beyond \(LongestFilm.words), which no film lasts",
            remedy:
                "write it anew with clean times, as with: ffmpeg -i FILE -c copy OUT.mkv; or give it new ones, as in "
                + "source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Two frames at one time.
    static func doubleFrame(_ path: String, at time: MediaTime) -> IntakeError {
        .unsupported(
            path,
            cause: "two frames have the same presentation time, \(text(time))",
            remedy:
                "write it anew with clean times, as with: ffmpeg -i FILE -c copy OUT.mkv; or give it new ones, as in "
                + "source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }
}
