import Foundation
import Glibc
import Media
import Platform

/// Runs commands that are connected by pipes to their end, without a shell and in their own process group.
struct PipelineRun {
    /// File for the standard error of all commands, and for the standard output of the last one.
    let log: String
    /// When they are killed, on a clock that stops while the machine sleeps.
    let deadline: SuspendingClock.Instant
    let stop: BenchStop
    let memory: MemorySampler

    /// One command that was started.
    private struct Started {
        let process: pid_t
        let command: BenchCommand
        var status: Int32?
    }

    /// Microseconds between two checks whether they have ended.
    private static let interval: UInt32 = 20_000

    /// Runs them, and returns the CPU seconds of all of them and their children.
    ///
    /// - Parameter accepted: exit codes that mean success.
    /// - Throws: a hole if a command fails, takes too long or cannot be started; `CancellationError` if a stop was
    ///   requested. Afterwards none of the commands is running.
    func run(_ commands: [BenchCommand], accepted: Set<Int32>) throws -> Double {
        var started = try start(commands)
        let group = started[0].process
        var cpuSeconds = 0.0
        var end: (any Error)?
        while started.contains(where: { $0.status == nil }) {
            for index in started.indices where started[index].status == nil {
                var (status, usage) = (Int32(0), rusage())
                let process = started[index].process
                // Safe: both structures are owned here and written by the call only.
                let found = unsafe wait4(process, &status, WNOHANG, &usage)
                guard found == process || (found < 0 && errno != EINTR) else { continue }
                started[index].status = found == process ? status : 127 << 8
                let cost = WorkCost(usage, wallSeconds: 0)
                cpuSeconds += cost.cpuSeconds
                memory.remove(process, residentBytes: cost.maximumResidentBytes)
            }
            if end == nil, stop.isRequested { end = CancellationError() }
            if end == nil, deadline <= .now {
                end = BenchHole(
                    .anchorTimedOut,
                    "it took longer than limits.time allows",
                    commands: commands.map(\.line)
                )
            }
            // The group keeps its number as long as one of its processes was not waited for.
            if end != nil, started.contains(where: { $0.status == nil }) { kill(-group, SIGKILL) }
            usleep(Self.interval)
        }
        if let end { throw end }
        if let failed = failure(of: started, accepted: accepted) { throw failed }
        return cpuSeconds
    }

    private func start(_ commands: [BenchCommand]) throws(BenchHole) -> [Started] {
        func refusal(_ failed: String, _ code: CInt) -> BenchHole {
            // Safe: the text is copied before another call can replace it.
            let reason = unsafe String(cString: strerror(code))
            return BenchHole(.anchorFailed, "\(failed): \(reason)", commands: commands.map(\.line))
        }
        // Safe: the paths are used during the calls only.
        let output = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw refusal("its log could not be opened", errno) }
        defer { close(output) }
        var input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw refusal("/dev/null could not be opened", errno) }
        var started: [Started] = []
        var failure: BenchHole?
        ProcessStart.lock.withLock {
            for (index, command) in commands.enumerated() {
                let pipe = index + 1 < commands.count ? ProcessStart.makePipe() : nil
                if index + 1 < commands.count, pipe == nil {
                    failure = refusal("\(command.program) could not be started", errno)
                    break
                }
                let (result, process) = ProcessStart.spawn(
                    command.program,
                    command.words,
                    ProcessInfo.processInfo.environment,
                    input: input,
                    output: pipe?.write ?? output,
                    error: output,
                    group: started.first?.process ?? 0
                )
                close(input)
                if let pipe { close(pipe.write) }
                input = pipe?.read ?? -1
                guard result == 0 else {
                    failure = refusal("\(command.program) could not be started", result)
                    break
                }
                memory.add(process)
                started.append(Started(process: process, command: command, status: nil))
            }
            if input >= 0 { close(input) }
        }
        guard let failure else { return started }
        for one in started {
            kill(one.process, SIGKILL)
            while waitpid(one.process, nil, 0) < 0 && errno == EINTR {}
            memory.remove(one.process, residentBytes: 0)
        }
        throw failure
    }

    /// The hole of the command that caused the failure: the last one that failed, preferably not because its reader
    /// ended.
    private func failure(of started: [Started], accepted: Set<Int32>) -> BenchHole? {
        let failed = started.filter { one in
            let status = one.status ?? 0
            return status & 0x7F != 0 || !accepted.contains((status >> 8) & 0xFF)
        }
        guard let culprit = failed.last(where: { ($0.status ?? 0) & 0x7F != SIGPIPE }) ?? failed.last else {
            return nil
        }
        let status = culprit.status ?? 0
        let exit: UnitExit = status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
        let name = URL(filePath: culprit.command.program).lastPathComponent
        let end = endOfLog
        let details = end.isEmpty ? "" : ": \(end)"
        return BenchHole(.anchorFailed, "\(name) ended with \(exit)\(details)", commands: started.map(\.command.line))
    }

    /// The end of the commands' output.
    private var endOfLog: String {
        guard let data = FileManager.default.contents(atPath: log) else { return "" }
        return String(decoding: data.suffix(600), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
