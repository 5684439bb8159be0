import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import SlurmEngine

@Suite("Slurm: waves")
struct SlurmWaveTests {
    private let good = UnitExit.code(0)

    @Test("one array does all units, and is polled at most every five seconds and less often later")
    func ordinary() {
        var cluster = PretendCluster(PretendCluster.wave(30))
        cluster.unitSeconds = 40
        cluster.run()
        #expect(cluster.hasEnded && cluster.ends.count == 30 && cluster.ends.values.allSatisfy { $0 == good })
        #expect(cluster.outcomes.count == 30 && cluster.notes.isEmpty && cluster.cancellations.isEmpty)
        #expect(cluster.submissions.map(\.tasks.count) == [14])
        #expect(cluster.submissions.first?.mebibytes == 501 + 128)
        let pauses = zip(cluster.polls, cluster.polls.dropFirst()).map { $1 - $0 }
        #expect(pauses.allSatisfy { $0 >= 5 } && pauses.last ?? 0 > 15, "\(pauses)")
        #expect(cluster.outcomes.allSatisfy { $0.unit.attempt == 2 })
        // The wave is over at most two seconds after its last unit.
        #expect(cluster.now < 1 + 3 * 40 + 3, "\(cluster.now)")
    }

    @Test("arrays are no longer than the cluster allows, and all of them run at the same time")
    func long() {
        var limits = SlurmWaveLimits()
        limits.maximumArraySize = 4
        var cluster = PretendCluster(PretendCluster.wave(10, seconds: 100, limits: limits))
        cluster.run()
        #expect(cluster.submissions.map(\.tasks.count) == [4, 4, 2] && cluster.ends.count == 10)
        #expect(Set(cluster.submissions.map(\.name)).count == 3 && cluster.now < 10)
    }

    @Test("the failure of a unit is passed on, and the other units of its task are done")
    func ownFailure() {
        var cluster = PretendCluster(PretendCluster.wave(6))
        cluster.fate = { $1 == 0 ? .fails(.code(70)) : .good }
        cluster.run()
        #expect(cluster.ends.count == 6 && cluster.ends.values.count { $0 == .code(70) } == 1)
        #expect(cluster.submissions.count == 1)
    }

    @Test(
        "a task that ends without a failure of its units is submitted again, without its finished units",
        arguments: [SlurmState.End.nodeFailed, .failed, .cancelled, .preempted, .bootFailed, .completed, .revoked]
    )
    func lostTask(end: SlurmState.End) {
        var cluster = PretendCluster(PretendCluster.wave(6))
        cluster.fate = { $0 == 1 && $1 == 1 ? .ends(end, reported: 2) : .good }
        cluster.run()
        #expect(cluster.hasEnded && cluster.ends.count == 6 && cluster.ends.values.allSatisfy { $0 == good })
        #expect(cluster.submissions.map(\.tasks.count) == [2, 1] && cluster.submissions[1].tasks[0].count == 1)
        #expect(cluster.notes.count == 1 && cluster.notes[0].contains(end.rawValue) && cluster.notes[0].contains("n1"))
    }

    @Test("a task that fails repeatedly is abandoned with a clear reason, and the others are done")
    func hopeless() throws {
        var cluster = PretendCluster(PretendCluster.wave(6))
        cluster.fate = { $0 > 1 || $1 == 0 ? .ends(.failed, reported: 0) : .good }
        cluster.run()
        let abandoned = cluster.ends.values.filter { $0 != good }
        #expect(cluster.hasEnded && abandoned.count == 3 && cluster.ends.count == 6)
        guard case .abandoned(let reason, let kind) = try #require(abandoned.first) else { return #expect(Bool(false)) }
        #expect(kind == .temporary && reason.contains("FAILED") && reason.contains("run the job again"))
        #expect(cluster.submissions.count == 5)
    }

    @Test("a task that reaches its time limit is split, and a single unit that is too long is abandoned")
    func timeLimit() {
        var cluster = PretendCluster(PretendCluster.wave(4, seconds: 15))
        cluster.fate = { number, _ in number == 1 ? .ends(.timeout, reported: 0) : .good }
        cluster.run()
        #expect(cluster.ends.count == 4 && cluster.ends.values.allSatisfy { $0 == good })
        #expect(cluster.submissions.map { $0.tasks.map(\.count) } == [[4], [2, 2]])

        cluster = PretendCluster(PretendCluster.wave(1, seconds: 15))
        cluster.fate = { _, _ in .ends(.timeout, reported: 0) }
        cluster.run()
        #expect(cluster.submissions.count == 2 && cluster.hasEnded)
        guard case .abandoned(let reason, _)? = cluster.ends[0] else { return #expect(Bool(false)) }
        #expect(reason.contains("slurm.time"))
    }

    @Test("a task that runs out of memory gets twice as much, at most three times")
    func memory() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.fate = { number, _ in number < 3 ? .ends(.outOfMemory, reported: 0) : .good }
        cluster.run()
        #expect(cluster.submissions.compactMap(\.mebibytes) == [629, 1258, 2516])
        #expect(cluster.ends.values.allSatisfy { $0 == good } && cluster.ends.count == 3)

        cluster = PretendCluster(PretendCluster.wave(1))
        cluster.fate = { _, _ in .ends(.outOfMemory, reported: 0) }
        cluster.run()
        guard case .abandoned(let reason, _)? = cluster.ends[0] else { return #expect(Bool(false)) }
        #expect(cluster.submissions.count == 4 && reason.contains("slurm.memory"))
    }

    @Test("a task that Slurm no longer knows is lost after a while, submitted again, and cancelled in case it runs")
    func vanished() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.fate = { number, _ in number == 1 ? .vanishes(reported: 1) : .good }
        cluster.run()
        #expect(cluster.ends.count == 3 && cluster.submissions.map { $0.tasks.map(\.count) } == [[3], [2]])
        #expect(cluster.cancellations == [SlurmCancellation(name: cluster.submissions[0].name, job: 101, task: 0)])
        #expect(cluster.now > 60 && cluster.now < 150)
    }

    @Test("a job that a killed controller forgot is submitted again as soon as it cannot appear any more")
    func forgotten() {
        var cluster = PretendCluster(PretendCluster.wave(6))
        cluster.away = 2...10
        cluster.fate = { number, _ in number == 1 ? .forgotten : .good }
        cluster.run()
        #expect(cluster.ends.count == 6 && cluster.ends.values.allSatisfy { $0 == good })
        #expect(cluster.submissions.map(\.tasks.count) == [2, 2] && cluster.now < 60, "\(cluster.now)")
        // If the controller also forgets ended jobs at once, a job that is not listed may have ended.
        var limits = SlurmWaveLimits()
        limits.rememberedSeconds = 2
        var hasty = PretendCluster(PretendCluster.wave(6, limits: limits))
        hasty.fate = { number, _ in number == 1 ? .forgotten : .good }
        hasty.run()
        #expect(hasty.ends.count == 6 && hasty.now > 60)
    }

    @Test("units whose reports appear late in the shared folder are not done again")
    func lateReports() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.fate = { _, _ in .late(25) }
        cluster.run()
        #expect(cluster.ends.count == 3 && cluster.submissions.count == 1 && cluster.notes.isEmpty)
    }

    // MARK: - A controller that does not answer

    @Test("a job that sbatch submitted without an answer is found in the queue and not submitted again")
    func acceptedWithoutAnswer() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.submitting = { $0 == 1 ? (SlurmError(.unknown, tool: .sbatch, cause: "Socket timed out"), true) : nil }
        cluster.run()
        #expect(cluster.submissions.count == 1 && cluster.ends.count == 3)
        #expect(cluster.cancellations.isEmpty)
    }

    @Test(
        "an sbatch that submitted nothing and gave no answer is repeated under the same name after a check of the queue"
    )
    func notAccepted() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.submitting = { $0 == 1 ? (SlurmError(.unknown, tool: .sbatch, cause: "Socket timed out"), false) : nil }
        cluster.run()
        #expect(cluster.submissions.map(\.name) == ["granary-ab12-t-1"] && cluster.ends.count == 3)
        #expect(cluster.polls.count >= 2 && cluster.now > 10 && cluster.now < 40)
    }

    @Test("a copy of a job that appears late is ended, and one of the two does the work")
    func duplicate() {
        var cluster = PretendCluster(PretendCluster.wave(3, seconds: 15))
        cluster.unitSeconds = 60
        cluster.run(until: 6)
        let submission = cluster.submissions[0]
        cluster.place(submission, job: 333, tasks: [0])
        cluster.run()
        #expect(cluster.cancellations == [SlurmCancellation(name: submission.name, job: 333)])
        #expect(cluster.ends.count == 3 && cluster.submissions.count == 1)
    }

    @Test("while the controller does not answer, nothing is done twice and nothing counts as failed")
    func away() {
        for begin in [0.0, 3, 12] {
            var cluster = PretendCluster(PretendCluster.wave(6))
            cluster.unitSeconds = 20
            cluster.away = begin...(begin + 300)
            cluster.run()
            #expect(cluster.hasEnded && cluster.ends.count == 6 && cluster.ends.values.allSatisfy { $0 == good })
            #expect(cluster.submissions.count == 1 && cluster.notes.count == 1, "\(cluster.notes)")
            #expect(cluster.notes[0].contains("does not answer"))
        }
    }

    @Test("a job stops with a clear reason if the controller stays away and no unit reports")
    func awayForGood() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.away = 0...100_000
        cluster.run()
        #expect(cluster.hasEnded && cluster.now > 1800 && cluster.now < 2000)
        guard case .abandoned(let reason, let kind)? = cluster.ends[0] else { return #expect(Bool(false)) }
        #expect(kind == .temporary && reason.contains("30 minutes") && reason.contains("scontrol ping"))
    }

    @Test("a submission that Slurm refuses stops the job at once, with Slurm's error text")
    func refused() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.submitting = { _ in
            (SlurmError(.refused, tool: .sbatch, cause: "Invalid partition name specified"), false)
        }
        cluster.run()
        #expect(cluster.hasEnded && cluster.now < 1 && cluster.ends.count == 3)
        guard case .abandoned(let reason, let kind)? = cluster.ends[0] else { return #expect(Bool(false)) }
        #expect(kind == .unavailable && reason.contains("Invalid partition name") && reason.contains("slurm section"))
    }

    @Test("a task that waits for an unusual reason is reported once")
    func waiting() {
        var cluster = PretendCluster(PretendCluster.wave(6))
        cluster.fate = { _, task in task == 0 ? .waits(reason: "PartitionDown") : .good }
        cluster.run(until: 200)
        #expect(cluster.notes == ["task 101_0 waits in Slurm: PartitionDown"] && !cluster.hasEnded)
    }

    // MARK: - Coordinators

    @Test("running tasks of an earlier coordinator are kept, and only the other units are submitted")
    func adoption() {
        let units = PretendCluster.units(6, attempt: 1)
        let tasks = [[units[0], units[1]], [units[2], units[3]], [WorkUnit(stage: .scout, ranges: [9])]]
        let left = SlurmSubmission(name: "granary-ab12-old-1", job: "ab12", tasks: tasks)
        var cluster = PretendCluster(PretendCluster.wave(6, adopting: [left]))
        cluster.place(left, job: 55, tasks: [0])
        cluster.run()
        #expect(cluster.hasEnded && cluster.ends.count == 6 && cluster.ends.values.allSatisfy { $0 == good })
        #expect(Set(cluster.submissions.flatMap { $0.tasks.joined() }.flatMap(\.ranges)) == [2, 3, 4, 5])
        #expect(cluster.outcomes.allSatisfy { $0.unit.attempt == 2 })
    }

    @Test("units of an earlier coordinator are not submitted again before Slurm answers")
    func adoptionWhileAway() {
        let left = SlurmSubmission(name: "granary-ab12-old-1", job: "ab12", tasks: [PretendCluster.units(3)])
        var cluster = PretendCluster(PretendCluster.wave(3, adopting: [left]))
        cluster.away = 0...100
        cluster.unitSeconds = 200
        cluster.place(left, job: 55, tasks: [0])
        cluster.run()
        #expect(cluster.ends.count == 3 && cluster.submissions.isEmpty)
    }

    @Test("running tasks of a drained wave finish, and no task remains")
    func drained() {
        var limits = SlurmWaveLimits()
        limits.maximumArraySize = 2
        var cluster = PretendCluster(PretendCluster.wave(12, limits: limits))
        cluster.fate = { number, _ in number == 2 ? .waits(reason: "Resources") : .good }
        cluster.run(until: 4)
        cluster.ask(.drain)
        cluster.run()
        #expect(cluster.hasEnded && cluster.ends.count == 6 && cluster.ends.values.allSatisfy { $0 == good })
        #expect(cluster.aliveTasks == 0 && cluster.cancellations.allSatisfy(\.sparesRunning))
    }

    @Test("a stopped wave ends every task at once, and reports nothing more")
    func stopped() {
        var cluster = PretendCluster(PretendCluster.wave(12))
        cluster.run(until: 4)
        cluster.ask(.stop)
        let before = cluster.now
        cluster.run()
        #expect(cluster.hasEnded && cluster.aliveTasks == 0 && cluster.now - before < 1)
        #expect(cluster.outcomes.isEmpty && cluster.wave.uncancelledNames.isEmpty)
    }

    @Test("jobs that cannot be ended are reported with the command that ends them")
    func stubborn() {
        var cluster = PretendCluster(PretendCluster.wave(3))
        cluster.run(until: 4)
        cluster.away = 0...100_000
        cluster.ask(.stop)
        cluster.run()
        #expect(cluster.hasEnded && cluster.wave.uncancelledNames == [cluster.submissions[0].name])
        #expect(cluster.notes.last?.contains("scancel --name=\(cluster.submissions[0].name)") == true)
    }

    @Test("two thousand units are submitted and followed as one array", .doesNotHang)
    func many() {
        var cluster = PretendCluster(PretendCluster.wave(2000))
        cluster.unitSeconds = 2
        cluster.run()
        #expect(cluster.ends.count == 2000 && cluster.submissions.map(\.tasks.count) == [967])
    }
}
