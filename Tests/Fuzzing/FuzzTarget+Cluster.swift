import Coordination
import Foundation
import Jobs
import SlurmEngine

extension FuzzTarget {
    /// Lines of Slurm's commands and of workers, one after the other.
    func readLines(_ input: [UInt8]) throws(BrokenProperty) {
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
        let configuration = SlurmConfiguration(lines: lines)
        try check(configuration.maximumArraySize > 1, "an array has \(configuration.maximumArraySize) tasks at most")
        var tracker = JobWorld.tracker
        for (index, line) in lines.enumerated() {
            if let entry = SlurmQueueEntry(line: line) {
                try check(entry.job > 0 && entry.task >= 0, "\(line): task \(entry.task) of job \(entry.job)")
            }
            for record in [SlurmRecord(account: line), SlurmRecord(description: line)].compactMap(\.self) {
                try check(record.name.utf8.count <= line.utf8.count, "\(line) has the name \(record.name)")
            }
            if let message = WorkerMessage(line: line) { try follow(message, &tracker, elapsedSeconds: Double(index)) }
        }
    }

    /// Whatever a worker says, the display of its job has a number to show, or none.
    private func follow(
        _ message: WorkerMessage,
        _ tracker: inout ProgressTracker,
        elapsedSeconds: Double
    ) throws(BrokenProperty) {
        guard let data = try? JSONEncoder().encode(message),
            WorkerMessage(line: String(decoding: data, as: UTF8.self)) == message
        else { throw BrokenProperty(description: "\(message) is not read as it was written") }
        for event in JobWorld.events(of: message) { tracker.note(event, elapsedSeconds: elapsedSeconds) }
        let state = tracker.state
        try check((0...1).contains(state.fraction), "\(message): \(state.fraction) of the job are done")
        _ = ProgressText().lines(state) + [ProgressText().line(state)]
        try check((try? JSONEncoder().encode(ProgressPace(state))) != nil, "\(message): the pace cannot be written")
    }
}
