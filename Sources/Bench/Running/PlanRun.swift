import Foundation
import Media

/// Runs a plan: runs its sequences of pipelines, joins its pieces, and measures the cost.
struct PlanRun {
    let folder: String
    let timeLimitSeconds: Double
    let stop: BenchStop

    /// Makes the encode. Throws a hole if something fails, or `CancellationError`.
    func run(_ plan: BenchPlan) throws -> BenchCost {
        let memory = MemorySampler()
        let start = SuspendingClock.now
        let deadline = start + .seconds(timeLimitSeconds)
        let progress = Locked((next: 0, cpu: 0.0, failure: (any Error)?.none))
        let work: @Sendable (Int) -> Void = { _ in
            while true {
                let index = progress.withLock { state -> Int? in
                    guard state.failure == nil, state.next < plan.sequences.count else { return nil }
                    defer { state.next += 1 }
                    return state.next
                }
                guard let index else { return }
                let log = "\(folder)/lane-\(index).log"
                let runner = PipelineRun(log: log, deadline: deadline, stop: stop, memory: memory)
                do {
                    for pipeline in plan.sequences[index] {
                        let seconds = try runner.run(pipeline, accepted: plan.accepted)
                        progress.withLock { $0.cpu += seconds }
                    }
                } catch {
                    progress.withLock { state in state.failure = state.failure ?? error }
                }
            }
        }
        DispatchQueue.concurrentPerform(iterations: min(plan.width, plan.sequences.count), execute: work)
        let peak = memory.finish()
        let (_, cpu, failure) = progress.withLock { $0 }
        if let failure { throw failure }
        try join(plan)
        let wall = start.duration(to: .now) / .seconds(1)
        guard FileManager.default.fileExists(atPath: plan.output) else {
            throw BenchHole(.outputUnusable, "it ended successfully but wrote no output", commands: plan.lines)
        }
        return BenchCost(wallSeconds: wall, cpuSeconds: cpu, peakMemoryBytes: peak)
    }

    /// Joins the pieces: streams of closed GOPs can be concatenated.
    private func join(_ plan: BenchPlan) throws(BenchHole) {
        guard !plan.pieces.isEmpty else { return }
        do {
            _ = FileManager.default.createFile(atPath: plan.output, contents: nil)
            let output = try FileHandle(forWritingTo: URL(filePath: plan.output))
            defer { try? output.close() }
            for piece in plan.pieces {
                let input = try FileHandle(forReadingFrom: URL(filePath: piece))
                defer { try? input.close() }
                while let bytes = try input.read(upToCount: 1 << 20), !bytes.isEmpty {
                    try output.write(contentsOf: bytes)
                }
                try FileManager.default.removeItem(atPath: piece)
            }
        } catch {
            throw BenchHole(.anchorFailed, "its chunks could not be joined: \(error.localizedDescription)")
        }
    }
}
