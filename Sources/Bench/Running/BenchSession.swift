import Foundation
import JobDocuments
import Media
import Platform
import Storage
import Worker

/// One run of a suite, from its clips to its record. It locks the benchmark's folder as long as it exists.
///
/// Points are encoded in turns: at each rate of a clip all anchors follow one another, each time with another one
/// first, so that changes on the machine affect all of them. Finished points are kept; an interrupted run continues
/// with the next one.
package final class BenchSession {
    /// Unfinished runs that cannot continue because suite, clips, programs or machine have changed. Their open points
    /// are holes.
    package private(set) var abandoned: [BenchRun] = []

    let suite: BenchSuite
    let options: BenchOptions
    let anchors: [BenchAnchor]
    let programs: BenchPrograms
    private(set) var header: RunHeader
    private(set) var folder: RunFolder
    private let lease: JobLease
    private let found: [String: Result<FoundClip, BenchHole>]

    /// Locks the folder, finds the clips, and begins or continues a run.
    ///
    /// - Throws: if another benchmark runs in the folder (`.temporary`), or the folder cannot be written.
    package init(_ suite: BenchSuite, _ options: BenchOptions) throws {
        self.suite = suite
        self.options = options
        let place = options.place
        lease = try Self.lease(of: place)
        try place.clearScratch()
        let programs = BenchPrograms()
        self.programs = programs
        anchors = suite.runAnchors
        let finder = ClipFinder(folder: place.clips, programs: programs) { command in
            let run = PlanRun(folder: place.scratch, timeLimitSeconds: 3600, stop: options.stop)
            do {
                _ = try run.run(BenchPlan([[command]], output: command.words.last ?? ""))
                return nil
            } catch {
                return error as? BenchHole ?? BenchHole(.interrupted, "it was interrupted")
            }
        }
        let clips = ClipFinder.clips(of: suite)
        var found: [String: Result<FoundClip, BenchHole>] = [:]
        for clip in clips {
            if options.stop.isRequested { throw CancellationError() }
            found[clip.name] = finder.find(clip)
        }
        self.found = found
        let started = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))
        header = RunHeader(
            id: Self.id(started),
            started: started,
            machine: .current,
            commit: RunningProgram.commit,
            builds: WorkSite.builds,
            libraries: RunningProgram.libraries(programs, suite.metrics),
            suite: suite.identity,
            anchors: suite.runAnchors.map { anchor in
                var record = anchor.record(programs, builds: WorkSite.builds)
                if anchor.kind == .granary, !options.granaryArguments.isEmpty {
                    record.settings["run"] = options.granaryArguments.joined(separator: " ")
                }
                if anchor.kind != .granary, options.cluster != nil { record.settings["run"] = "on a node of a cluster" }
                return record
            },
            clips: clips.map { clip in
                clip.record(found[clip.name] ?? .failure(BenchHole(.clipMissing, "it was not looked for")))
            },
            metrics: suite.metrics,
            repetitions: suite.repetitions,
            points: Self.points(of: suite, clips)
        )
        folder = RunFolder(path: place.run(header.id))
        try begin()
    }

    /// Begins the run, or continues an unfinished one. Other unfinished runs are abandoned.
    private func begin() throws {
        var open: RunHeader?
        for id in options.place.runIDs {
            let folder = RunFolder(path: options.place.run(id))
            guard !folder.isDone, let old = folder.header else { continue }
            if header.continues(old), open == nil {
                open = old
            } else if let last = folder.lastPoint {
                abandoned.append(record(of: old, in: folder, finished: last))
            } else {
                // None of its points was measured.
                try? FileManager.default.removeItem(atPath: folder.path)
            }
        }
        if let open {
            header = open
            folder = RunFolder(path: options.place.run(open.id))
        }
        try folder.begin(header)
        let done = header.points.count { folder.measurement(of: $0) != nil }
        options.onEvent(.began(id: header.id, points: header.points.count, done: done))
        for clip in header.clips {
            if let hole = clip.hole { options.onEvent(.clipMissing(clip: clip.name, hole)) }
        }
    }

    /// Measures all open points, and returns the record of the run.
    ///
    /// - Throws: `CancellationError` if a stop was requested; the run continues when it is started again.
    package func measure() throws -> BenchRun {
        var holes: [RunHeader.PointKey: BenchHole] = [:]
        for (index, key) in header.points.enumerated() where folder.measurement(of: key) == nil {
            if options.stop.isRequested { throw CancellationError() }
            do {
                let clip = try clip(key)
                let anchor = try anchor(key)
                try makeRoom()
                options.onEvent(
                    .encoding(
                        number: index + 1,
                        of: header.points.count,
                        clip: key.clip,
                        anchor: key.anchor,
                        rate: key.rate,
                        repetition: key.repetition
                    )
                )
                let measurement = try measure(key, clip, anchor)
                options.onEvent(.measured(clip: key.clip, anchor: key.anchor, rate: key.rate, measurement))
            } catch let hole as BenchHole {
                holes[key] = hole
                options.onEvent(.hole(clip: key.clip, anchor: key.anchor, rate: key.rate, hole))
            }
        }
        try options.place.clearScratch()
        let finished = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))
        return record(of: header, in: folder, finished: finished, holes: holes)
    }

    /// Ends the run after its record is stored: removes encodes and old runs.
    package func finish() throws {
        try folder.finish()
        folder.removeEncodes()
        // Abandoned runs end as well.
        for run in abandoned {
            let old = RunFolder(path: options.place.run(run.id))
            try old.finish()
            old.removeEncodes()
        }
        let done = options.place.runIDs.filter { RunFolder(path: options.place.run($0)).isDone }
        for id in done.dropLast(suite.limits.runsKept) {
            try? FileManager.default.removeItem(atPath: options.place.run(id))
        }
    }

    /// Absolute path of the run's folder, to which files in its record are relative.
    package var runFolder: String { folder.path }

    /// The path of a clip's file; nil for a hole.
    package func path(ofClip name: String) -> String? { try? found[name]?.get().path }

    /// A record for the history: without the encodes, which are removed.
    package static func withoutEncodes(_ run: BenchRun) -> BenchRun {
        var kept = run
        for index in kept.points.indices {
            guard case .measured(var measurement) = kept.points[index].outcome else { continue }
            measurement.outputFile = nil
            kept.points[index].outcome = .measured(measurement)
        }
        return kept
    }

    private func clip(_ key: RunHeader.PointKey) throws(BenchHole) -> FoundClip {
        guard let found = found[key.clip] else { throw BenchHole(.clipMissing, "the suite has no such clip") }
        return try found.get()
    }

    private func anchor(_ key: RunHeader.PointKey) throws(BenchHole) -> BenchAnchor {
        if let anchor = anchors.first(where: { $0.name == key.anchor }) { return anchor }
        throw BenchHole(.anchorMissing, "the suite has no such anchor")
    }

    private func record(
        of header: RunHeader,
        in folder: RunFolder,
        finished: Date,
        holes: [RunHeader.PointKey: BenchHole] = [:]
    ) -> BenchRun {
        header.record(finished: finished) { key in
            if let measurement = folder.measurement(of: key) { return .measured(measurement) }
            let story = "the run was interrupted before this point and not continued"
            return .hole(holes[key] ?? BenchHole(.interrupted, story))
        }
    }

    private static func lease(of place: BenchPlace) throws -> JobLease {
        let attempted = "run a benchmark"
        if let obstacle = Folder.create(place.path) {
            let remedy = "name another folder with --jobs"
            throw BenchError(.cannotCreate, attempted: attempted, subject: place.path, cause: obstacle, remedy: remedy)
        }
        do {
            return try JobLease(locking: JobDirectory(path: place.path))
        } catch {
            guard error.code == .held else { throw error }
            throw BenchError(
                .temporary,
                attempted: attempted,
                subject: place.path,
                cause: "another benchmark is running there, and the two would distort each other's times",
                remedy: "wait until it ends, or use another machine and another folder (--jobs)"
            )
        }
    }

    /// Every point of a suite, in the order in which they are encoded.
    static func points(of suite: BenchSuite, _ clips: [BenchClip]) -> [RunHeader.PointKey] {
        let anchors = suite.runAnchors
        var keys: [RunHeader.PointKey] = []
        for clip in clips {
            let rates = anchors.map { suite.rates(of: clip, for: $0) }
            for repetition in 1...suite.repetitions {
                for step in 0..<(rates.map(\.count).max() ?? 0) {
                    for turn in anchors.indices {
                        let index = (turn + step + repetition - 1) % anchors.count
                        guard step < rates[index].count else { continue }
                        keys.append(
                            RunHeader.PointKey(
                                clip: clip.name,
                                anchor: anchors[index].name,
                                rate: rates[index][step],
                                repetition: repetition
                            )
                        )
                    }
                }
            }
        }
        return keys
    }

    /// A unique name that sorts by time.
    private static func id(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
        let letters = (0..<4).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement() ?? "a" }
        return "\(date.formatted(style))-\(String(letters))"
    }
}
