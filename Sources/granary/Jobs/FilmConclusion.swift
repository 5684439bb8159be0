import Coordination
import JobDocuments
import Jobs
import Media
import RateControl
import Reporting

/// What follows the end of a film: its report, and what the user has to know.
struct FilmConclusion {
    let job: ResolvedJob
    let directory: JobDirectory
    /// How progress is shown: with `none`, only failures and misses are told.
    let progress: ProgressChoice
    /// Writes a message about the film.
    let say: (String) -> Void

    /// Writes the report, tells the user, and returns the exit code.
    ///
    /// - Parameter seconds: wall time of the run.
    func report(_ outcome: JobOutcome, seconds: Double) -> Int32 {
        switch outcome {
        case .finished(let film, let wasComplete):
            do {
                if !wasComplete || !hasGoodReport {
                    try directory.writeReport(wallSeconds: wasComplete ? nil : seconds, failure: nil)
                }
            } catch let error as LeaseError where error.code == .lost {
                // Another coordinator already runs the job again, and writes the report.
            } catch {
                say("the report could not be written: \(error)")
                return FailureKind.inputOutput.rawValue
            }
            tell(film, wasComplete: wasComplete)
            let misses = [missedRate].compactMap(\.self) + missedQuality
            for miss in misses { say(miss) }
            if progress != .none {
                say("the film is \(film.path)\(wasComplete ? ", finished by an earlier run" : "")")
                say("the report is \(directory.paths.reportPage)")
            }
            if !misses.isEmpty, outcome.exitCode == 0 { return FailureKind.verification.rawValue }
        case .failed(let error):
            say(error.explanation)
            // A job that never began has nothing to report. If another coordinator runs the job, that coordinator
            // writes the report.
            if error.code != .inUse, (try? directory.job()) != nil {
                do {
                    try directory.writeReport(wallSeconds: seconds, failure: error.explanation)
                } catch let other as FarmError where other == error {
                    // The failure that ended the job also prevents its report. It was already printed.
                } catch {
                    say("the report could not be written: \(error)")
                }
            }
        }
        return outcome.exitCode
    }

    /// Tells what was found in a film and its source, apart from missed goals that the report knows.
    private func tell(_ film: FinishedFilm, wasComplete: Bool) {
        for miss in film.misses ?? [] { say("missed: \(PlainText.field(miss))") }
        for finding in film.findings { say(PlainText.field(finding)) }
        if progress != .none { for line in warnings { say("warning: \(PlainText.field(line))") } }
        if let line = directory.writtenReport()?.totals.bufferSentence(job.encoder.buffer) { say("warning: \(line)") }
        for line in damage { say(line) }
    }

    /// The message about a film that misses its rate by more than the tolerance of the job; nil if it does not.
    ///
    /// With a single pass nothing is encoded again, so the rate is not guaranteed. Then only the report has the miss.
    private var missedRate: String? {
        guard job.passes.maximum > 1, let report = directory.writtenReport(), let miss = report.totals.missedBy,
            miss.magnitude > job.passes.tolerance,
            report.totals.bufferSentence(job.encoder.buffer) == nil
        else { return nil }
        func percent(_ fraction: Double) -> String { "\((fraction * 10_000).rounded() / 100) %" }
        return "the film misses its rate by \(percent(miss)); the tolerance is \(percent(job.passes.tolerance)); "
            + "the passes ended because \(report.conclusion): change the rate, or raise passes.maximum "
            + "(\(job.passes.maximum)), passes.budget (\(percent(job.passes.budget))) or the tolerance"
            + (job.encoder.buffer != nil && miss < 0 ? "; or raise video.rate.maximum, which may limit the rate" : "")
    }

    /// The warnings of the scout about the pictures of the source, which are not known when the job begins.
    private var warnings: [String] {
        guard let plan = try? directory.plan(), let source = try? directory.source() else { return [] }
        return job.warnings(about: plan, source.video.timeline)
    }

    /// The lines about damage in a source that was read anyway: the first damaged frames, and the number of the others.
    private var damage: [String] {
        guard let report = directory.writtenReport() else { return [] }
        var lines = (report.missing ?? []).map { "missing: \($0)" }
        let frames = report.damage ?? []
        let shown = 5
        for damaged in frames.prefix(shown) {
            let time = ProgressText.clock(seconds: damaged.time.seconds)
            lines.append("damaged: frame \(damaged.frame) at \(time): \(damaged.cause)")
        }
        if frames.count > shown {
            lines.append("damaged: \(counted(frames.count - shown, "further frame")); the report lists them all")
        }
        return lines
    }

    /// The lines about a film that misses its target quality.
    private var missedQuality: [String] {
        guard let misses = directory.writtenReport()?.totals.qualityOutcome?.misses, !misses.isEmpty else { return [] }
        if job.isSinglePass {
            return misses + [
                "one pass uses an estimated rate factor and corrects nothing: further passes would close the gap; "
                    + "write passes.maximum auto (--passes auto), or a constant rate factor that fits the film"
            ]
        }
        let bounds = job.encoder.buffer == nil ? "" : " within the limits of the buffer"
        return misses + [
            "this is the best film that was reached: passes.maximum \(job.passes.maximum) or passes.budget is used up, "
                + "or no rate factor from 0 to 51 gives more quality\(bounds); raise them, or change the target"
        ]
    }

    /// Whether there is a report of the finished job. A crash may have prevented it, and a failed rerun may have
    /// replaced it.
    private var hasGoodReport: Bool {
        guard let report = directory.writtenReport() else { return false }
        return report.finished != nil && report.failure == nil
    }
}
