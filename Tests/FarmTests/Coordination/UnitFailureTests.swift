import Foundation
import Media
import TestSupport
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("Explanations of failed units", .temporaryFolder)
struct UnitFailureTests {
    private let unit = WorkUnit(stage: .scout, ranges: [0])
    private let error = FarmError(
        .unreadableDocument,
        attempted: "decode frame 30 at 3.000 s",
        subject: "/films/a.mp4",
        cause: "the film is damaged there: the decoder had to guess parts of the picture",
        remedy: "copy the film again from its source"
    )
    private let whereLogged =
        "The log is log/scout-unit-0000-attempt-1.log in the job directory. What is done stays done: run the job again "
        + "once the cause is repaired."

    @Test("an explanation begins with the worker's own error and the film, then gives unit and log")
    func worker() {
        let outcome = UnitOutcome(unit: unit, exit: .code(65), lastWords: "noise", failure: UnitFailure(error))
        #expect(
            outcome.explained.explanation == """
                could not decode frame 30 at 3.000 s (/films/a.mp4): the film is damaged there: the decoder had to \
                guess parts of the picture
                  copy the film again from its source
                  It happened in scout, range 0. \(whereLogged)
                """
        )
        #expect(outcome.explained.kind == .badInput && outcome.explained.code == .unitFailed)
    }

    @Test("a worker's error that contradicts its exit is ignored")
    func crashed() {
        let outcome = UnitOutcome(unit: unit, exit: .signal(11), lastWords: "noise", failure: UnitFailure(error))
        #expect(
            outcome.explained.explanation == """
                could not look for scenes in the film (scout, range 0): its process was ended by signal 11 (SIGSEGV)
                noise
                  \(whereLogged)
                """
        )
        #expect(outcome.explained.kind == .bug)
    }

    @Test("a process that ends without an error message is explained by its exit")
    func ends() {
        func words(_ exit: UnitExit, _ stage: Stage = .encode) -> String {
            let ranges = stage == .mux ? [] : [3]
            let unit = WorkUnit(stage: stage, pass: stage == .encode ? 2 : 0, ranges: ranges, attempt: 3)
            return UnitOutcome(unit: unit, exit: exit).explained.explanation
        }
        let beginning = "could not encode range 3 of the film (encode pass 2, range 3, attempt 3): "
        let killed = words(.signal(9))
        #expect(
            killed.hasPrefix(
                beginning + "its process was ended by signal 9 (SIGKILL), as the system does when memory runs out\n"
                    + "  Give it more memory, or run fewer at once with --workers. The log is "
            )
        )
        #expect(
            words(.timedOut).hasPrefix(beginning + "killed by the watchdog: it reported nothing for too long\n")
        )
        #expect(words(.code(70)).hasPrefix(beginning + "its process ended with exit code 70\n"))
        let missing = words(.notStarted("no such file"))
        #expect(missing.hasPrefix(beginning + "its process could not be started: no such file\n"))
        #expect(words(.abandoned("its node is gone", kind: .temporary)).hasPrefix(beginning + "its node is gone\n"))
        #expect(words(.signal(15), .mux).hasPrefix("could not stitch the film (mux, attempt 3): "))
    }

    @Test("a unit stopped by its sandbox has bad input; a silent unit has a bug, or waited for a disk")
    func kinds() {
        let note = AwaitedFile.note(of: "\(unit)", silentForSeconds: 600, path: "/films/a.mp4")
        func kind(_ exit: UnitExit, _ lastWords: String) -> FailureKind {
            UnitOutcome(unit: unit, exit: exit, lastWords: lastWords).explained.kind
        }
        #expect(kind(.forbidden, "it tried to x") == .badInput)
        #expect(kind(.timedOut, "noise\n\(note)") == .inputOutput)
        // It continued after it had waited.
        for words in ["", "noise", "\(note)\nnoise"] { #expect(kind(.timedOut, words) == .bug, "\(words)") }
        #expect(kind(.signal(11), note) == .bug)
    }

    @Test("the engine reads the error from the worker's last message, and a task's report contains it")
    func carried() async throws {
        let message = String(
            decoding: try JSONEncoder().encode(WorkerMessage.failed(UnitFailure(error))),
            as: UTF8.self
        )
        let job = JobDirectory(path: TemporaryFolder.current.path)
        let script = try ShellChild.script("echo '\(message)'; echo 'granary: noise' >&2; exit 65")
        let engine = LocalExecutor(workers: 1, executable: script, silenceLimitSeconds: 120)
        var outcomes: [UnitOutcome] = []
        for await outcome in engine.run([unit], of: job, onMessage: { _, _ in }) { outcomes.append(outcome) }
        let outcome = try #require(outcomes.first)
        #expect(outcome.exit == .code(65) && outcome.failure == UnitFailure(error))
        #expect(outcome.lastWords.contains("granary: noise"))
        let bytes = try JSONEncoder().encode(SlurmReport(outcome))
        #expect(try JSONDecoder().decode(SlurmReport.self, from: bytes).outcome == outcome)
        // An older report has no such key.
        var old = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        old["failure"] = nil
        let report = try JSONDecoder().decode(SlurmReport.self, from: JSONSerialization.data(withJSONObject: old))
        #expect(report.outcome.failure == nil && report.outcome.exit == .code(65))
    }
}
