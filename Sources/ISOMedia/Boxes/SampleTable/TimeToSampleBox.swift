/// `stts`: the duration of each sample in decode order, run-length coded (ISO/IEC 14496-12 8.6.1.2).
package struct TimeToSampleBox: Box {
    /// Successive samples with the same duration.
    package struct Run: Hashable, Sendable {
        /// Number of samples.
        package var count: UInt32
        /// Ticks from the decode time of each to that of the next.
        package var delta: UInt32

        /// Creates a run.
        package init(count: UInt32, delta: UInt32) {
            self.count = count
            self.delta = delta
        }
    }

    /// `stts`
    package static let type: FourCC = "stts"
    /// The runs in decode order.
    package var runs: [Run] = []

    /// Creates an empty table.
    package init() {}

    /// Adds a sample.
    package mutating func append(delta: UInt32) {
        if let last = runs.last, last.delta == delta, last.count < .max {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(count: 1, delta: delta))
        }
    }

    /// Adds samples with the same duration.
    package mutating func append(delta: UInt32, count: UInt32) {
        if let last = runs.last, last.delta == delta, last.count <= .max - count {
            runs[runs.count - 1].count += count
        } else if count > 0 {
            runs.append(Run(count: count, delta: delta))
        }
    }

    /// Number of samples.
    package var sampleCount: UInt64 { runs.reduce(0) { $0 + UInt64($1.count) } }
    /// Ticks of all samples; at most 2^64 - 1 (saturated).
    package var duration: UInt64 {
        runs.reduce(0) { sum, run in
            let (total, overflow) = sum.addingReportingOverflow(UInt64(run.count) * UInt64(run.delta))
            return overflow ? .max : total
        }
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = try reader.count(entryBytes: 8)
        runs.reserveCapacity(count)
        for _ in 0..<count {
            let samples = try reader.u32()
            runs.append(Run(count: samples, delta: try reader.u32()))
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(runs.count))
        for run in runs {
            writer.u32(run.count)
            writer.u32(run.delta)
        }
    }
}
