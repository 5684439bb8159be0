import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Reporting
import Simulation

extension FuzzTarget {
    /// Documents of a job whose values are replaced: they are refused, or everything can be done with them that a job,
    /// its status, its forecast and its report do.
    ///
    /// The first byte says which job and what is done; then come edits, of a byte for the document, two for the value
    /// and one for what stands in its place: one of `ForgedText.hostile`, or as many bytes as the next byte says.
    func readDocuments(_ input: [UInt8]) throws(BrokenProperty) {
        guard let head = input.first else { return }
        let edits = Self.edits(input.dropFirst())
        do {
            try Self.forged.withLock { jobs in
                let forged = try Self.job(Int(head & 1), &jobs)
                try forged.with(edits) {
                    switch head >> 1 & 3 {
                    case 0: try Self.resume(forged)
                    case 1: try Self.report(forged)
                    case 2: try Self.look(forged)
                    default: try Self.predict(forged)
                    }
                }
            }
        } catch let broken as BrokenProperty {
            throw broken
        } catch is any ExplainedError {
            // Refused, in words.
        } catch {
            throw BrokenProperty(description: "documents are refused without an explanation: \(error)")
        }
    }

    private static let forged = Locked<[Int: ForgedJob]>([:])

    private static func job(_ index: Int, _ jobs: inout [Int: ForgedJob]) throws -> ForgedJob {
        if let known = jobs[index] { return known }
        let job = try ForgedJob(JobWorld.jobs[index], source: JobWorld.sources[index])
        jobs[index] = job
        return job
    }

    private static func edits(_ input: ArraySlice<UInt8>) -> [(document: Int, value: Int, text: String)] {
        var rest = input
        var edits: [(document: Int, value: Int, text: String)] = []
        while rest.count >= 4, edits.count < 8 {
            let bytes = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            var text = ""
            if Int(bytes[3]) < ForgedText.hostile.count {
                text = ForgedText.hostile[Int(bytes[3])]
            } else {
                let count = Int(rest.popFirst() ?? 0)
                text = String(decoding: rest.prefix(count), as: UTF8.self)
                rest = rest.dropFirst(count)
            }
            edits.append((Int(bytes[0]), Int(bytes[1]) << 8 | Int(bytes[2]), text))
        }
        return edits
    }

    /// What `granary resume` does, up to the next work and beyond it.
    private static func resume(_ forged: ForgedJob) throws {
        let (job, source) = (try forged.directory.job(), try forged.directory.source())
        var work = try forged.directory.reader.work(of: job, timeline: source.video.timeline)
        let events = try forged.play(&work, job: job, source: source)
        var tracker = ProgressTracker(job: job, source: source)
        for event in events {
            tracker.note(event, elapsedSeconds: 1)
            let isShown = (0...1).contains(tracker.state.fraction)
            guard isShown else {
                throw BrokenProperty(description: "after \(event) \(tracker.state.fraction) of the job are done")
            }
            _ = ProgressText().lines(tracker.state)
        }
    }

    /// What the report does: both of its forms are made, and the one for programs is read as it was written.
    private static func report(_ forged: ForgedJob) throws {
        guard let report = try forged.directory.report(wallSeconds: 1) else { return }
        let page = ReportPage(report, stills: [RangeStill(range: 0, png: [1])]).document
        try MarkupTokens.check(page)
        let document = try report.document()
        let again: FilmReport
        do {
            again = try FilmReport(document: document)
        } catch {
            throw BrokenProperty(description: "the report cannot be read: \(error)")
        }
        // What is no number is not equal to itself, but its document is.
        let isSame = try again == report || again.document() == document
        guard isSame else { throw BrokenProperty(description: "the report became another one") }
    }

    /// What `granary status` and the tasks of a cluster do.
    private static func look(_ forged: ForgedJob) throws {
        let status = try forged.directory.status()
        _ = status.lines
        _ = try JSONEncoder().encode(status)
        for name in forged.directory.slurm.submissionNames {
            guard let submission = try forged.directory.slurm.submission(name) else { continue }
            for unit in submission.tasks.joined() { _ = submission.number(of: unit) }
        }
        _ = try forged.directory.target(pass: 2, range: 1)
    }

    /// What `granary simulate` does.
    private static func predict(_ forged: ForgedJob) throws {
        let (job, source) = (try forged.directory.job(), try forged.directory.source())
        var knowledge = ClusterSimulation.Knowledge()
        let measured = try forged.directory.measuredWork(of: job, source)
        (knowledge.work, knowledge.seconds) = (measured.work, measured.seconds)
        _ = LocalForecast(job: job, source: source, knowledge: knowledge, workers: 4).remainingSeconds
        let simulation = ClusterSimulation(
            job: job,
            source: source,
            knowledge: knowledge,
            slots: 8,
            options: SlurmOptions()
        )
        _ = simulation.wallSeconds
    }
}
