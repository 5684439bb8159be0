import Foundation
import Intake
import JobDocuments
import Jobs
import LocalEngine
import Media
import Storage
import TestSupport
import Worker

/// A job directory over a small film, planned as ranges of equal length and ready for its first pass.
struct SmallJob {
    let directory: JobDirectory
    let job: ResolvedJob
    let source: SourceDescription
    let plan: Plan

    /// Makes source and job in the test's folder.
    init(
        frames: Int = 36,
        ranges: Int = 3,
        pixelFormat: String = "yuv420p",
        tags: [String] = [],
        audio: [String] = ["-c:a", "aac"],
        container: String = "mp4",
        measuresLight: Bool = false,
        keeping kept: KeptMetadata? = nil,
        converting colours: ColourConversion.Terms? = nil,
        cut: Range<Int>? = nil,
        rate: RateGoal = .constantRateFactor(28),
        builds: BuildIdentity = WorkSite.builds,
        output: String = "film.mp4",
        profile boxes: [UInt8] = [],
        sound: AudioChoice = .copy,
        made film: String? = nil,
        joining films: [String] = [],
        settings change: (inout EncoderSettings) -> Void = { _ in }
    ) throws {
        if films.isEmpty {
            let path =
                try film
                ?? FFmpegTool.film(
                    frames: frames,
                    pixelFormat: pixelFormat,
                    tags: tags,
                    audio: audio,
                    container: container
                )
            if !boxes.isEmpty { try MovieSurgery.insert(boxes, into: URL(filePath: path)) }
            let whole = try FilmProbe.describe(path: path, hashWholeFile: true)
            source = try cut.map { try FilmProbe.cut(whole, to: $0) } ?? whole
        } else {
            source = try FilmProbe.joined(try films.map { try FilmProbe.describe(path: $0, hashWholeFile: true) })
        }
        var settings = EncoderSettings(
            size: source.video.size,
            format: source.video.format,
            frameRate: source.video.timeline.averageRate,
            speed: "superfast",
            keyFrameInterval: 240,
            colourMetadata: ColourMetadata(colour: source.video.colour)
        )
        change(&settings)
        job = ResolvedJob(
            name: "small",
            outputPath: TemporaryFolder.current.appending(path: output).path,
            source: source.identity,
            encoder: settings,
            measuresLight: measuresLight,
            dynamicMetadata: kept,
            colours: colours.map { [$0] },
            rate: rate,
            passes: PassLimits(maximum: 2, reason: "set by the tests"),
            audio: sound,
            builds: builds
        )
        let timeline = source.video.timeline
        let length = timeline.count / ranges
        directory = JobDirectory(path: TemporaryFolder.current.appending(path: "job-\(job.id)").path)
        try directory.begin(job, source: source)
        if kept != nil || colours != nil {
            for range in Pipeline(job).ranges(of: .scout, in: timeline, nil) {
                try UnitRunner(directory) { _ in }.run(WorkUnit(stage: .scout, ranges: [range.index]))
            }
            try UnitRunner(directory) { _ in }.run(WorkUnit(stage: .scout))
        }
        plan = Plan(
            job: job.id,
            ranges: (0..<ranges).map { index in
                let frames = index * length..<(index == ranges - 1 ? timeline.count : (index + 1) * length)
                return PlannedRange(index: index, frames: frames, timeRange: timeline.timeRange(of: frames))
            },
            sceneCuts: [],
            dynamicMetadata: try directory.sceneCuts()?.dynamicMetadata,
            colours: try directory.sceneCuts()?.colours
        )
        try directory.publish(plan)
    }

    /// Runs a unit like `granary work`.
    func run(_ stage: Stage, pass: Int = 0, ranges: [Int] = [], attempt: Int = 1) throws {
        let unit = WorkUnit(stage: stage, pass: pass, ranges: ranges, attempt: attempt)
        try UnitRunner(directory) { _ in }.run(unit)
    }

    /// Encodes all ranges in a separate pass with a rate factor.
    func encode(pass: Int = 1, factor: Double = 28) throws {
        let indices = Array(plan.ranges.indices)
        let targets = indices.map { RangeTarget(range: $0, .alone(.constantRateFactor(factor))) }
        try directory.publish(Allocation(pass: pass, targets: targets))
        try run(.encode, pass: pass, ranges: indices)
    }

    /// Selects the first pass of every range for the film, and stitches the film, again if necessary.
    func mux() throws -> MuxResult {
        try? FileManager.default.removeItem(atPath: directory.paths.mux)
        try directory.publish(
            FilmSelection(
                job: job.id,
                passes: plan.ranges.map { _ in 1 },
                requests: [],
                explanation: "the tests say so"
            )
        )
        try run(.mux)
        return try directory.muxResult()!
    }

    /// The findings of the verification for a film that replaces the stitched one.
    func findings(in path: String) throws -> [String] {
        var mux = try directory.muxResult()!
        mux.path = path
        try FileManager.default.removeItem(atPath: directory.paths.mux)
        try directory.publish(mux)
        try run(.verify, ranges: Array(plan.ranges.indices))
        return try directory.verifyResult(firstRange: 0)!.findings
    }

    /// Every picture of the source, as passed to encoders.
    func pictures() throws -> [Picture] {
        let reader = try FilmReader(source: source)
        let sequence = try reader.pictures(in: 0..<source.video.timeline.count)
        var pictures: [Picture] = []
        while let picture = try sequence.next() { pictures.append(picture) }
        return pictures
    }

    /// Every sample that a pass published, range by range in decode order.
    func samples(pass: Int = 1) throws -> [[StoredSample]] {
        try plan.ranges.indices.map { range in
            let file = try directory.result(pass: pass, range: range)!.silo!
            var samples: [StoredSample] = []
            try FrameSilo.open(at: file.path(in: directory.paths.passFolder(pass))).forEachSample { header, bytes in
                // Safe: the span lends its bytes for the call.
                samples.append(StoredSample(header: header, bytes: unsafe bytes.withUnsafeBytes { unsafe Array($0) }))
            }
            return samples
        }
    }

    /// Replaces the published result by an altered one.
    func alterResult(range: Int, pass: Int = 1, _ alter: (inout RangeResult) -> Void) throws {
        var result = try directory.result(pass: pass, range: range)!
        alter(&result)
        try FileManager.default.removeItem(atPath: directory.paths.result(pass: pass, range: range))
        try directory.publish(result)
    }
}

/// A sample of a silo that a test can alter.
struct StoredSample {
    var header: SampleHeader
    var bytes: [UInt8]
}
