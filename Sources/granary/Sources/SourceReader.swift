import Confinement
import Foundation
import Glibc
import Media
import Platform

/// Reads films in children of this program that are confined, have deadlines, and may crash.
struct SourceReader {
    /// Names of the files of a child, in a folder of its own.
    static let questionName = "question.json"
    static let answerName = "answer.json"
    private static let logName = "errors.txt"

    /// Slowest disk that a film is read from to its end, in bytes a second.
    private static let slowestBytesPerSecond: Int64 = 500_000
    /// Most bytes of what a child wrote to its standard error that are passed on.
    private static let longestTail: UInt64 = 1 << 16
    private static let suspect =
        "the film may be damaged, or made to attack what reads it: look at it with another program"

    /// Whether the children are confined.
    let sandbox: SandboxMode
    /// Path of the program that understands `read-source`.
    var program = OwnProgram.path
    /// How long a child may read nothing of its film before it is given up: longer than a slow disk takes to come back.
    var silenceLimitSeconds = 120

    /// Describes a film, as `FilmProbe.describe` does and with its errors.
    func describe(
        path: String,
        hashWholeFile: Bool,
        reading: SourceReading = .standard
    ) throws -> SourceDescription {
        try answer(.description(path: path, hashesWholeFile: hashWholeFile, reading: reading))
    }

    /// Cuts a source to some of its frames, as `FilmProbe.cut` does and with its errors.
    func cut(_ source: SourceDescription, to frames: Range<Int>) throws -> SourceDescription {
        frames == 0..<source.video.timeline.count ? source : try answer(.cut(source, frames: frames))
    }

    /// Plays films one after the other, as `FilmProbe.joined` does and with its errors. Precondition: there are any.
    ///
    /// - Parameter times: what becomes of the frames of the films.
    func joined(
        _ films: [SourceDescription],
        comparesAudio: Bool = true,
        times: FilmTimes = FilmTimes()
    ) throws -> SourceDescription {
        let isAsItIs =
            films.count == 1 && films[0].fit == nil && films[0].isEnlarged != true && times == FilmTimes()
        return isAsItIs ? films[0] : try answer(.joined(films, comparesAudio: comparesAudio, times: times))
    }

    /// Adds dynamic HDR metadata from files, as `FilmProbe.attaching` does and with its errors.
    func attaching(_ files: [MetadataFile.Kind: String], to source: SourceDescription) throws -> SourceDescription {
        files.isEmpty ? source : try answer(.metadata(source, files: files))
    }

    /// Makes sure that all files of a source still are the ones that were probed.
    func verifyIdentity(of source: SourceDescription) throws { _ = try answer(.identity(source)) }

    private func answer(_ question: SourceQuestion) throws -> SourceDescription {
        try KernelOffer.current.check(sandbox)
        let place = ScratchPlace.standard
        guard let folder = PrivateFolder(in: place) else {
            // Safe: the text is copied before anything else asks for one.
            let words = unsafe String(cString: strerror(errno))
            let cause = "no folder can be made in \(place): \(words)"
            throw failure(question, .inputOutput, cause, "set TMPDIR to another folder")
        }
        defer { withExtendedLifetime(folder) {} }
        let (asked, log) = ("\(folder.path)/\(Self.questionName)", "\(folder.path)/\(Self.logName)")
        // The child may write into the file of its answer, but make no other.
        let codes = [
            folder.write([UInt8](try JSONEncoder().encode(question)), to: Self.questionName),
            folder.write([], to: Self.answerName),
        ]
        let code = codes.first { $0 != 0 } ?? 0
        if code == ENOSPC || code == EDQUOT {
            let (subject, cause, remedy) = ScratchPlace.fullDisk(at: place)
            throw SourceFailure(
                kind: .inputOutput,
                attempted: question.attempted,
                subject: subject,
                cause: cause,
                remedy: remedy
            )
        }
        if code != 0 {
            // Safe: the text is copied before anything else asks for one.
            let cause = "\(asked) cannot be written: \(unsafe String(cString: strerror(code)))"
            throw failure(question, .inputOutput, cause, "set TMPDIR to another folder")
        }
        let child = try ChildProcess(
            executable: program,
            arguments: ["read-source", folder.path, "--sandbox", sandbox.rawValue],
            inherited: ChildEnvironment.current,
            errorLog: log
        )
        let seconds = question.paths.reduce(10 * silenceLimitSeconds) { seconds, path in
            seconds + Int(Self.byteCount(path) / Self.slowestBytesPerSecond)
        }
        let (exit, _) = child.run(
            silenceLimitSeconds: silenceLimitSeconds,
            timeLimitSeconds: seconds,
            // That it says something is all that it says.
            onLine: { _ in }
        )
        let lastWords = UnitLog.lastWords(of: log)
        let answer: SourceAnswer
        do {
            guard exit == .code(0), let data = try SourceAnswer.bytes(at: "\(folder.path)/\(Self.answerName)"),
                let decoded = try? JSONDecoder().decode(SourceAnswer.self, from: data)
            else { throw broken(question, exit, lastWords) }
            try decoded.check(for: question)
            answer = decoded
        } catch let flaw as SourceAnswer.Flaw {
            let cause = "the answer of its reader cannot be right: \(flaw.cause)"
            throw failure(question, .badInput, cause, Self.suspect)
        }
        // What libraries wrote there they would have written here.
        let words = Self.tail(of: log)
        if !words.isEmpty { StandardError.write(words) }
        switch answer {
        case .source(let source): return source
        case .failure(let failure): throw failure
        }
    }

    /// The end of what a child wrote to its standard error; empty if it wrote nothing.
    private static func tail(of log: String) -> String {
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: log)), let end = try? file.seekToEnd() else {
            return ""
        }
        try? file.seek(toOffset: end - min(end, longestTail))
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// What to say of a child that gave no answer.
    private func broken(_ question: SourceQuestion, _ exit: UnitExit, _ said: String) -> SourceFailure {
        let story = said.isEmpty ? "" : "\n\(said)"
        return switch exit {
        case .timedOut:
            failure(
                question,
                .inputOutput,
                "the reader made no progress for \(silenceLimitSeconds) seconds, or read far longer than its size "
                    + "explains",
                "check the disk that it lies on and run this again; \(Self.suspect)"
            )
        case .forbidden:
            failure(
                question,
                .badInput,
                "the sandbox stopped the reader: it tried what no reader of films has any use for (\(exit))\(story)",
                Self.suspect
            )
        case .signal:
            failure(question, .badInput, "the reader crashed on it (\(exit))\(story)", Self.suspect)
        case .code(0):
            failure(
                question,
                .inputOutput,
                "its reader ended well, but the answer cannot be read from \(ScratchPlace.standard)\(story)",
                "check that disk and run this again, or set TMPDIR to another folder"
            )
        default: failure(question, kind(of: exit), "the reader ended without an answer (\(exit))\(story)", "")
        }
    }

    private func kind(of exit: UnitExit) -> FailureKind {
        guard case .code(let code) = exit else { return .bug }
        return FailureKind(rawValue: code) ?? .bug
    }

    /// Size of the file that a path leads to; 0 where there is none.
    private static func byteCount(_ path: String) -> Int64 {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? NSNumber
        return max(size?.int64Value ?? 0, 0)
    }

    private func failure(
        _ question: SourceQuestion,
        _ kind: FailureKind,
        _ cause: String,
        _ remedy: String
    ) -> SourceFailure {
        SourceFailure(
            kind: kind,
            attempted: question.attempted,
            subject: question.paths.joined(separator: ", "),
            cause: cause,
            remedy: remedy
        )
    }
}
