import Foundation
import JobDocuments
import Jobs
import Media
import Serving
import TestSupport
import Testing

/// Jobs and queues in the folder of a test, and servers over them.
struct ServedFarm {
    let folder: URL
    let queue: JobQueue
    var options: ServeOptions

    var jobs: URL { folder.appending(path: "jobs") }
    var films: URL { folder.appending(path: "films") }

    /// A farm without jobs, whose queue has no films.
    init() throws {
        folder = TemporaryFolder.current
        queue = JobQueue(path: folder.appending(path: "queue").path)
        options = ServeOptions(
            port: 0,
            jobFolders: [folder.appending(path: "jobs").path],
            queueFolders: [queue.path],
            submitFolders: [folder.appending(path: "films").path],
            program: "/nonexistent/granary"
        )
        options.limits.lookInterval = .milliseconds(20)
        for url in [jobs, films] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        try queue.create()
    }

    /// Runs a server for as long as `body` runs; it gets the port.
    func serve<Result>(_ body: (Int) async throws -> Result) async throws -> Result { try await serve({ _ in }, body) }

    /// Runs a server with other options for as long as `body` runs; it gets the port.
    func serve<Result>(
        _ change: (inout ServeOptions) -> Void,
        _ body: (Int) async throws -> Result
    ) async throws -> Result {
        var options = options
        change(&options)
        let server = try JobServer(options)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let running = Task {
            defer { port.finish() }
            try await server.run { port.yield($0) }
        }
        var iterator = ports.makeAsyncIterator()
        guard let number = await iterator.next() else {
            try await running.value
            throw CancellationError()
        }
        do {
            let result = try await body(number)
            running.cancel()
            _ = await running.result
            return result
        } catch {
            running.cancel()
            _ = await running.result
            throw error
        }
    }

    /// Adds a job of a film of ten seconds, with a plan of four ranges.
    @discardableResult
    func addJob(_ name: String) throws -> JobDirectory {
        let film = Self.source(hash: name.utf8.count % 10)
        var manifest = Manifest(
            file: "film.yaml",
            source: film.path,
            output: films.appending(path: "\(name.utf8.count).mp4").path
        )
        manifest.name = name
        let capabilities = EncoderCapabilities(
            version: "4.1",
            build: 215,
            bitDepths: [8, 10],
            maximumTemporalLevels: 2,
            instructionSets: "AVX2"
        )
        let job = try ResolvedJob.resolving(manifest, source: film, capabilities: capabilities)
        let directory = JobDirectory(path: jobs.appending(path: job.id).path)
        try directory.begin(job, source: film)
        let ranges = (0..<4).map { index in
            PlannedRange(
                index: index,
                frames: index * 60..<index * 60 + 60,
                timeRange: film.video.timeline.timeRange(of: index * 60..<index * 60 + 60)
            )
        }
        try directory.publish(Plan(job: job.id, ranges: ranges, sceneCuts: [60, 120, 180]))
        return directory
    }

    private static func source(hash digit: Int) -> SourceDescription {
        SourceDescription(
            path: "/films/in.mov",
            identity: SourceIdentity(
                byteCount: 1_000_000,
                duration: MediaTime(value: 10, timescale: 1),
                contentHash: String(repeating: String(digit), count: 64),
                coversWholeFile: false
            ),
            container: "mov",
            video: VideoTrack(
                streamIndex: 0,
                codec: "h264",
                size: PictureSize(width: 1280, height: 720),
                sourcePixelFormat: "yuv420p",
                format: .yuv420p8,
                timeline: FrameTimeline(
                    timescale: 24,
                    firstTick: 0,
                    runs: [FrameTimeline.Run(count: 240, duration: 1)]
                )!,
                colourMetadata: ColourMetadata(
                    colour: ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
                )
            ),
            audio: [],
            notCarried: [],
            readerBuild: "reader 1"
        )
    }

    /// Writes paces to a journal: one for each number, in its strip.
    func pace(_ directory: JobDirectory, _ numbers: Range<Int>, filler: Int = 0) {
        let writer = JournalWriter(path: directory.paths.journal)
        for number in numbers {
            var entry = JournalEntry("pace", time: Double(1_700_000_000 + number))
            entry.pace = JournalEntry.Pace(
                activity: "encode",
                pass: 2,
                fraction: 0.5,
                elapsedSeconds: Double(number),
                remainingSeconds: 75,
                framesPerSecond: 12.5,
                bitsPerSecond: 1_000_000,
                repeatedRanges: 1,
                strip: "#>.o" + String(repeating: ".", count: filler)
            )
            writer.append(entry)
        }
    }

    /// The numbers of paces among events, in order.
    static func numbers(_ stream: String) -> [Int] {
        stream.matches(of: /"elapsedSeconds":([0-9]+)/).compactMap { Int($0.1) }
    }

    /// A manifest whose files are in the folder for films.
    var manifest: String {
        "apiVersion: granary/v1\nsource: in.mov\noutput: out.mp4\nvideo: {rate: {average: 1000k}}\n"
    }

    /// A value as JSON.
    static func json(_ value: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }
}
