import Glibc
import Intake
import Media

/// What the coordinator wants to know of films. It does not open them itself: a confined child answers.
enum SourceQuestion: Codable {
    /// What a film is.
    case description(path: String, hashesWholeFile: Bool, reading: SourceReading)
    /// What is left of a source that is cut to some of its frames.
    case cut(SourceDescription, frames: Range<Int>)
    /// What films make that are played one after the other.
    case joined([SourceDescription], comparesAudio: Bool, times: FilmTimes = FilmTimes())
    /// What a source is with dynamic HDR metadata from files, as paths by kind.
    case metadata(SourceDescription, files: [MetadataFile.Kind: String])
    /// Whether a source still is what it was.
    case identity(SourceDescription)

    /// The files that have to be read.
    var paths: [String] {
        switch self {
        case .description(let path, _, let reading): [path] + (reading.burning?.fonts ?? []).map(\.path)
        case .cut(let source, _), .identity(let source): source.readPaths
        case .metadata(let source, let files): source.paths + files.values.sorted()
        case .joined(let films, _, _): films.flatMap(\.readPaths)
        }
    }

    /// The files that the answer has to be about: those without links, and without films of which nothing is left.
    var answeredPaths: [String] {
        switch self {
        case .description(let path, _, _): [Self.resolved(path)]
        case .cut(let source, let frames):
            zip(source.paths, source.frameRanges).filter { $1.overlaps(frames) }.map(\.0)
        case .metadata(let source, _): source.paths
        case .joined(let films, _, _): films.flatMap(\.paths)
        case .identity(let source): source.paths
        }
    }

    /// What is attempted, for an error that the child cannot tell.
    var attempted: String {
        switch self {
        case .description: "describe the film"
        case .cut: "cut the film"
        case .joined: "join the films"
        case .metadata: "read the dynamic HDR metadata of a file"
        case .identity: "check that the source is unchanged"
        }
    }

    /// Reads the films: to be called by the child alone.
    func answer() -> SourceAnswer {
        do {
            switch self {
            case .description(let path, let hashesWholeFile, let reading):
                return .source(
                    try FilmProbe.describe(path: path, hashWholeFile: hashesWholeFile, reading: reading)
                )
            case .cut(let source, let frames): return .source(try FilmProbe.cut(source, to: frames))
            case .joined(var films, let comparesAudio, let times):
                for index in films.indices {
                    if times.makesFrames { films[index] = try FilmProbe.withFields(films[index]) }
                    if let rate = times.rate { films[index] = try FilmProbe.repeated(films[index], at: rate) }
                }
                return .source(try FilmProbe.joined(films, comparesAudio: comparesAudio))
            case .metadata(let source, let files): return .source(try FilmProbe.attaching(files, to: source))
            case .identity(let source):
                try FilmProbe.verifyIdentity(of: source)
                return .source(source)
            }
        } catch {
            return .failure(SourceFailure(error))
        }
    }

    /// The path without symbolic links, as a probe gives it.
    private static func resolved(_ path: String) -> String {
        // Safe: realpath returns a string of its own, which is copied and freed here.
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}

/// What becomes of the frames of films that are played one after the other.
struct FilmTimes: Hashable, Codable {
    /// The rate that frames are repeated or left out for; nil for the times of the films.
    var rate: FrameRate?
    /// Whether frames are made of fields, where a film is read so.
    var makesFrames = false
}
