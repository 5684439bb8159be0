/// `ctts`: how much later than decoded each sample is presented, run-length coded (ISO/IEC 14496-12 8.6.1.3).
package struct CompositionOffsetBox: Box {
    /// Successive samples with the same offset.
    package struct Run: Hashable, Sendable {
        /// Number of samples.
        package var count: UInt32
        /// Presentation minus decode time in ticks; negative in version 1 only.
        package var offset: Int32

        /// Creates a run.
        package init(count: UInt32, offset: Int32) {
            self.count = count
            self.offset = offset
        }
    }

    /// `ctts`
    package static let type: FourCC = "ctts"
    /// The runs in decode order.
    package var runs: [Run] = []

    /// Creates an empty table.
    package init() {}

    /// Adds a sample.
    package mutating func append(offset: Int32) {
        if let last = runs.last, last.offset == offset, last.count < .max {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(count: 1, offset: offset))
        }
    }

    /// True if all samples are presented when they are decoded: then no box is needed.
    package var isTrivial: Bool { runs.allSatisfy { $0.offset == 0 } }
    /// Number of samples.
    package var sampleCount: UInt64 { runs.reduce(0) { $0 + UInt64($1.count) } }
    /// The smallest offset; 0 for an empty table.
    package var least: Int32 { runs.lazy.map(\.offset).min() ?? 0 }
    /// The greatest offset; 0 for an empty table.
    package var greatest: Int32 { runs.lazy.map(\.offset).max() ?? 0 }

    /// Reads the payload. Offsets above 2^31 in version 0 are read as negative, because QuickTime writes them so.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox(maximumVersion: 1)
        let count = try reader.count(entryBytes: 8)
        runs.reserveCapacity(count)
        for _ in 0..<count {
            let samples = try reader.u32()
            runs.append(Run(count: samples, offset: try reader.s32()))
        }
    }

    /// Writes the payload, in version 1 only if an offset is negative.
    package func write(to writer: inout BoxWriter) { write(to: &writer, version: least < 0 ? 1 : 0) }

    /// Writes the payload. QuickTime writes negative offsets in version 0, its only version.
    func write(to writer: inout BoxWriter, version: UInt8) {
        writer.fullBox(version: version)
        writer.u32(UInt32(runs.count))
        for run in runs {
            writer.u32(run.count)
            writer.s32(run.offset)
        }
    }
}
