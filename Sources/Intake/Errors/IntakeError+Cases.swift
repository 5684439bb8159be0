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

    /// A file in a format that is no film's.
    static func foreignFormat(
        _ path: String,
        name: String,
        longName: String,
        isList: Bool,
        readable: [String]
    ) -> IntakeError {
        IntakeError(
            .notAMovie,
            attempted: "open the movie",
            subject: path,
            cause: "its format is \(name) (\(longName)), which "
                + (isList ? "names other files and holds no pictures of its own" : "is not one of films"),
            remedy: (isList ? "name the film itself. " : "convert it first, as with: ffmpeg -i FILE -c copy OUT.mkv. ")
                + "Granary reads what libavformat calls \(readable.joined(separator: ", "))"
        )
    }

    /// A film that wants something else to be opened.
    static func opensOthers(_ path: String, name: String) -> IntakeError {
        IntakeError(
            .notAMovie,
            attempted: "open the movie",
            subject: path,
            cause: "it asks for another file, \(name), which Granary does not open",
            remedy: "put all of the film into one file first, as with: ffmpeg -i FILE -c copy OUT.mkv"
        )
    }

    /// The file changed while it was read.
    static func unsteady(_ path: String, change: String) -> IntakeError {
        IntakeError(
            .changed,
            attempted: "read the movie",
            subject: path,
            cause: "the file \(change) while it was read",
            remedy: "wait until nobody writes to it any more, then try again"
        )
    }

    /// The disk failed.
    static func cannotRead(_ path: String, code: CInt) -> IntakeError {
        IntakeError(
            .unreadable,
            kind: .inputOutput,
            attempted: "read the movie",
            subject: path,
            cause: libraryMessage(-code),
            remedy: "check the disk that it lies on, or the way to it"
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

    /// Nothing but zeros, as in a file that was made at its full length and not filled.
    static func void(_ path: String, mebibytes: Int64, before offset: Int64) -> IntakeError {
        .brokenContainer(path, cause: "before byte \(offset) there are \(mebibytes) MiB of nothing but zeros")
    }

    /// Packets of nothing.
    static func emptyPackets(_ path: String, count: Int, before offset: Int64) -> IntakeError {
        .brokenContainer(path, cause: "before byte \(offset) there are \(count) packets without a byte")
    }

    /// A picture without an end.
    static func endlessPicture(_ path: String, mebibytes: Int64, before offset: Int64) -> IntakeError {
        .brokenContainer(path, cause: "in the \(mebibytes) MiB before byte \(offset) no picture ends")
    }

    /// Something of a source that Granary does not take.
    static func unsupported(_ path: String, cause: String, remedy: String) -> IntakeError {
        IntakeError(.unsupported, attempted: "take the movie as a source", subject: path, cause: cause, remedy: remedy)
    }

    /// An edit list that cannot be presented without a guess; `cause` follows on "its edit list".
    static func editList(_ path: String, cause: String) -> IntakeError {
        unsupported(
            path,
            cause: "its edit list \(cause)",
            remedy: "export it with its edits applied, or take its media as it is, as with: "
                + "ffmpeg -ignore_editlist 1 -i FILE -map 0 -c copy OUT.mov"
        )
    }

    /// Pictures before the time at which a film without an edit list begins.
    static func earlyPictures(_ path: String, at time: MediaTime) -> IntakeError {
        unsupported(
            path,
            cause: "its first picture lies at \(text(time)), before the film begins, and no edit list says "
                + "whether it is shown",
            remedy: "write it anew from its first picture on, as with: ffmpeg -i FILE -map 0 -c copy OUT.mov"
        )
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
            cause: "the film is damaged there: \(cause)",
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

    /// Other primaries, transfer, matrix or range in mid-stream.
    ///
    /// - Parameter isAtStart: true for a part of a film that begins behind the change.
    static func colourChange(_ path: String, at time: MediaTime, changes: [String], isAtStart: Bool) -> IntakeError {
        let words = changes.joined(separator: ", ")
        return IntakeError(
            .formatChange,
            attempted: "decode the film at \(text(time))",
            subject: path,
            cause: isAtStart
                ? "the colour of the pictures is not that at the file's beginning: \(words)"
                : "the colour of the pictures changes there: \(words)",
            remedy: "convert the film to one colour first, or cut the file at that place into two sources"
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

    /// No exact presentation times, and nothing that stands in for them.
    static func noTimes(_ path: String, reason: String? = nil) -> IntakeError {
        .unsupported(
            path,
            cause: "its frames carry no presentation times" + (reason.map { ", and \($0)" } ?? ""),
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

    /// Pictures without times in a container that counts its samples but leaves some out, or holds others than one
    /// picture a sample.
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
