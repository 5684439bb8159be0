import Foundation
import Media

/// Carries out a plan: runs its lanes, joins its pieces, and counts what it took.
struct PlanRun {
    let folder: String
    let timeLimitSeconds: Double
    let stop: BenchStop

    /// Makes the encode. Throws the hole of what failed, or `CancellationError`.
    func run(_ plan: BenchPlan) throws -> BenchCost {
        let memory = MemorySampler()
        let start = SuspendingClock.now
        let deadline = start + .seconds(timeLimitSeconds)
        let lanes = Locked((next: 0, cpu: 0.0, failure: (any Error)?.none))
        let work: @Sendable (Int) -> Void = { _ in
            while true {
                let index = lanes.withLock { state -> Int? in
                    guard state.failure == nil, state.next < plan.lanes.count else { return nil }
                    defer { state.next += 1 }
                    return state.next
                }
                guard let index else { return }
                let log = "\(folder)/lane-\(index).log"
                let runner = PipelineRun(log: log, deadline: deadline, stop: stop, memory: memory)
                do {
                    for pipeline in plan.lanes[index] {
                        let seconds = try runner.run(pipeline, accepted: plan.accepted)
                        lanes.withLock { $0.cpu += seconds }
                    }
                } catch {
                    lanes.withLock { state in state.failure = state.failure ?? error }
                }
            }
        }
        DispatchQueue.concurrentPerform(iterations: min(plan.width, plan.lanes.count), execute: work)
        let peak = memory.finish()
        let (_, cpu, failure) = lanes.withLock { $0 }
        if let failure { throw failure }
        try join(plan)
        let wall = start.duration(to: .now) / .seconds(1)
        guard FileManager.default.fileExists(atPath: plan.output) else {
            throw BenchHole(.outputUnusable, "it ended well and wrote nothing", commands: plan.lines)
        }
        return BenchCost(wallSeconds: wall, cpuSeconds: cpu, peakMemoryBytes: peak)
    }

    /// Streams of closed GOPs follow one another as they are.
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
