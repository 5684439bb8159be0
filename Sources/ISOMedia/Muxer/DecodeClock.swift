/// Iterates the decode times of a run-length coded table.
struct DecodeClock {
    private let runs: [TimeToSampleBox.Run]
    private var run = 0
    private var used: UInt32 = 0
    private(set) var sample = 0
    private(set) var tick: UInt64 = 0

    init(_ table: TimeToSampleBox) { runs = table.runs }

    /// Moves to the next sample.
    mutating func advance() {
        tick += UInt64(runs[run].delta)
        sample += 1
        used += 1
        if used == runs[run].count { (run, used) = (run + 1, 0) }
    }
}
