import FFmpeg
import Glibc
import Media

extension IntakeError {
    /// The file cannot be opened as a film.
    static func notAMovie(_ path: String, code: LibraryCode, complaint: String?) -> IntakeError {
        let cause = complaint ?? code.words
        let lacksIndex = complaint?.contains("moov atom not found") ?? false
        return IntakeError(
            .notAMovie,
            attempted: "open the film",
            subject: path,
            cause: lacksIndex ? "the file has no movie header (moov box): it is cut off or is not a movie" : cause,
            remedy: lacksIndex
                ? "copy it again, or finish or repair the recording; without that box no picture can be found"
                : "check that it is a complete film, for example with: ffprobe FILE"
        )
    }

    /// A still image that cannot be decoded.
    static func badImage(_ path: String, _ cause: String) -> IntakeError {
        IntakeError(
            .damaged,
            attempted: "read the image",
            subject: path,
            cause: cause,
            remedy: "`granary inspect` shows the items of the file; give a HEIC image that is whole"
        )
    }

    /// A still image lasts as long as the user says.
    static func stillWithoutRate(_ path: String) -> IntakeError {
        .unsupported(
            path,
            cause: "it is a still image, which is a frame without a duration",
            remedy: "give a frame rate, as in source: [{path: a.heic, frameRate: 24}] or --frame-rate 24"
        )
    }

    /// A file in a format that does not hold films.
    static func foreignFormat(
        _ path: String,
        name: String,
        longName: String,
        isList: Bool,
        readable: [String]
    ) -> IntakeError {
        IntakeError(
            .notAMovie,
            attempted: "open the film",
            subject: path,
            cause: "its format is \(name) (\(longName)), which "
                + (isList ? "names other files and holds no pictures itself" : "does not hold films"),
            remedy: (isList ? "give the film itself. " : "convert it first, as with: ffmpeg -i FILE -c copy OUT.mkv. ")
                + "Granary reads the libavformat formats \(readable.joined(separator: ", "))"
        )
    }

    /// A film that refers to another file.
    static func opensOthers(_ path: String, name: String) -> IntakeError {
        IntakeError(
            .notAMovie,
            attempted: "open the film",
            subject: path,
            cause: "it refers to another file, \(name), which Granary does not open",
            remedy: "put the whole film into one file first, for example with: ffmpeg -i FILE -c copy OUT.mkv"
        )
    }

    /// The file changed while it was read.
    static func unsteady(_ path: String, change: String) -> IntakeError {
        IntakeError(
            .changed,
            attempted: "read the film",
            subject: path,
            cause: "the file \(change) while it was read",
            remedy: "wait until no program writes to it any more, then try again"
        )
    }

    /// The disk failed.
    static func cannotRead(_ path: String, code: CInt) -> IntakeError {
        IntakeError(
            .unreadable,
            kind: .inputOutput,
            attempted: "read the film",
            subject: path,
            cause: LibraryCode(errno: code).words,
            remedy: "check the disk that holds it, or the connection to that disk"
        )
    }

    /// The container is damaged where its packets were read.
    static func brokenContainer(_ path: String, cause: String) -> IntakeError {
        IntakeError(
            .damaged,
            attempted: "read the film",
            subject: path,
            cause: cause,
            remedy: "copy the file again from its source; it is damaged or cut off"
        )
    }

    /// Only zeros, as in a file that was created at its full length and not filled.
    static func void(_ path: String, mebibytes: Int64, before offset: Int64) -> IntakeError {
        .brokenContainer(path, cause: "the \(mebibytes) MiB before byte \(offset) are all zeros")
    }

    /// Empty packets.
    static func emptyPackets(_ path: String, count: Int, before offset: Int64) -> IntakeError {
        .brokenContainer(path, cause: "before byte \(offset) there are \(count) empty packets")
    }

    /// A picture that does not end.
    static func endlessPicture(_ path: String, mebibytes: Int64, before offset: Int64) -> IntakeError {
        .brokenContainer(path, cause: "in the \(mebibytes) MiB before byte \(offset) no picture ends")
    }

    /// A property of a source that Granary does not support.
    static func unsupported(_ path: String, cause: String, remedy: String) -> IntakeError {
        IntakeError(.unsupported, attempted: "use the film as a source", subject: path, cause: cause, remedy: remedy)
    }

    /// An edit list that does not say exactly what is presented; `cause` completes the clause "its edit list".
    static func editList(_ path: String, cause: String) -> IntakeError {
        unsupported(
            path,
            cause: "its edit list \(cause)",
            remedy: "export it with its edits applied, or ignore the edit list, for example with: "
                + "ffmpeg -ignore_editlist 1 -i FILE -map 0 -c copy OUT.mov"
        )
    }

    /// Pictures before the time at which a film without an edit list begins.
    static func earlyPictures(_ path: String, at time: MediaTime) -> IntakeError {
        unsupported(
            path,
            cause: "its first picture is at \(text(time)), before the film begins, and no edit list says "
                + "whether it is shown",
            remedy: "remux it from its first picture on, for example with: ffmpeg -i FILE -map 0 -c copy OUT.mov"
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
                "run `granary doctor`; if it finds no fault, the library does not support this film"
        )
    }
}

extension IntakeError {
    /// A picture that cannot be decoded without errors.
    static func damagedPicture(_ path: String, frame: Int?, at time: MediaTime?, cause: String) -> IntakeError {
        let place = frame.map { "frame \($0)" } ?? "its pictures"
        return IntakeError(
            .damaged,
            attempted: "decode \(place)" + (time.map { " at \(text($0))" } ?? ""),
            subject: path,
            cause: "the film is damaged there: \(cause)",
            remedy: "copy the film again from its source; if that is damaged too, repair it or cut it there"
        )
    }

    /// The picture size or pixel format changes in mid-stream.
    static func formatChange(_ path: String, at time: MediaTime, from: String, to: String) -> IntakeError {
        IntakeError(
            .formatChange,
            attempted: "decode the film at \(text(time))",
            subject: path,
            cause: "the format of the pictures changes from \(from) to \(to) there",
            remedy: "convert the film to one size and format first, or cut it there into two sources"
        )
    }

    /// Primaries, transfer, matrix or range change in mid-stream.
    ///
    /// - Parameter isAtStart: true for a part of a film that begins after the change.
    static func colourChange(_ path: String, at time: MediaTime, changes: [String], isAtStart: Bool) -> IntakeError {
        let words = changes.joined(separator: ", ")
        return IntakeError(
            .formatChange,
            attempted: "decode the film at \(text(time))",
            subject: path,
            cause: isAtStart
                ? "the colour of the pictures differs from that at the beginning of the file: \(words)"
                : "the colour of the pictures changes there: \(words)",
            remedy: "convert the film to one colour first, or cut the file there into two sources"
        )
    }

    /// Interlaced pictures.
    static func interlaced(_ path: String, at time: MediaTime?) -> IntakeError {
        IntakeError(
            .interlaced,
            attempted: "use the film as a source",
            subject: path,
            cause: "its video is interlaced" + (time.map { " at \(text($0))" } ?? ""),
            remedy:
                "write deinterlace: auto in the manifest, or --deinterlace auto, for a frame of each picture, or field "
                + "for a frame of each field"
        )
    }

    /// The file is not the one that was probed.
    static func changed(_ path: String, difference: String) -> IntakeError {
        IntakeError(
            .changed,
            attempted: "read the source of the job",
            subject: path,
            cause: "the file has changed since it was probed: \(difference)",
            remedy: "put the original file back, or start the job again from the beginning with --restart"
        )
    }

    /// Frames that the film does not have.
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

    /// A time in seconds, rounded to the millisecond, as in "12.042 s".
    static func text(_ time: MediaTime) -> String {
        let milliseconds = time.rounded(to: 1000).value
        let fraction = String(milliseconds.magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1000).\(padding)\(fraction) s"
    }
}

extension IntakeError {
    /// The operating system could not open the file.
    static func cannotOpen(_ path: String, code: CInt) -> IntakeError {
        let isMissing = code == ENOENT || code == ENOTDIR
        return IntakeError(
            isMissing ? .missing : .unreadable,
            kind: isMissing ? .sourceNotFound : .inputOutput,
            attempted: "open the film",
            subject: path,
            cause: isMissing ? "there is no such file" : LibraryCode(errno: code).words,
            remedy: isMissing
                ? "check the path; a relative path in a manifest starts at the folder of the manifest"
                : "check the permissions of the file and the disk that holds it"
        )
    }

    /// Not a regular file.
    static func notAFile(_ path: String, cause: String) -> IntakeError {
        IntakeError(
            .notAFile,
            attempted: "open the film",
            subject: path,
            cause: cause,
            remedy: "give a film"
        )
    }

    /// The file has no video.
    static func noVideo(_ path: String) -> IntakeError {
        IntakeError(
            .noVideo,
            attempted: "find the video of the film",
            subject: path,
            cause: "the file has no video track",
            remedy: "give a film with video; Granary does not encode audio alone"
        )
    }

    /// No video track has that number.
    static func noSuchTrack(_ path: String, track: Int, count: Int) -> IntakeError {
        IntakeError(
            .noVideo,
            attempted: "find video track \(track) of the film",
            subject: path,
            cause: count == 1 ? "it has one video track, 0" : "it has \(count) video tracks, 0 to \(count - 1)",
            remedy: "choose one of them with source: {path: FILE, track: 0} or --track 0"
        )
    }

    /// There are no exact presentation times, and nothing can replace them.
    static func noTimes(_ path: String, reason: String? = nil) -> IntakeError {
        .unsupported(
            path,
            cause: "its frames have no presentation times" + (reason.map { ", and \($0)" } ?? ""),
            remedy: "give its frame rate, as in source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Only some frames have presentation times, and the others cannot be derived from them.
    static func fewTimes(_ path: String) -> IntakeError {
        .unsupported(
            path,
            cause:
                "only some of its frames have presentation times, and the others cannot be derived from them: the "
                + "decoding order has gaps or contradicts them",
            remedy: "give its frame rate, as in source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Pictures have no times, in a container that counts its samples but omits some, or whose samples do not each hold
    /// one picture.
    static func uncountedSamples(_ path: String, pictures: Int? = nil, samples: Int = 0) -> IntakeError {
        let reason =
            pictures.map { "its \(samples) samples give \($0) pictures: some are damaged, or hold none or several" }
            ?? "the AVI omits some of its samples, so their times cannot be counted"
        return .unsupported(
            path,
            cause: "its frames have no presentation times, and \(reason)",
            remedy: "give its frame rate, as in source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Frames at times that are impossible in a film.
    static func impossibleTimes(_ path: String) -> IntakeError {
        .unsupported(
            path,
            cause: "it has frames later than \(LongestFilm.words), the longest possible film",
            remedy:
                "remux it with clean times, for example with: ffmpeg -i FILE -c copy OUT.mkv; or replace them, as in "
                + "source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }

    /// Two frames with the same time.
    static func doubleFrame(_ path: String, at time: MediaTime) -> IntakeError {
        .unsupported(
            path,
            cause: "two frames have the same presentation time, \(text(time))",
            remedy:
                "remux it with clean times, for example with: ffmpeg -i FILE -c copy OUT.mkv; or replace them, as in "
                + "source: {path: FILE, frameRate: 24} or --frame-rate 24"
        )
    }
}
