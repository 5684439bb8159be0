/// `sbgp`: the group of one type to which each sample belongs, run-length coded (ISO/IEC 14496-12 8.9.2).
package struct SampleToGroupBox: Box {
    /// Successive samples of the same group.
    package struct Run: Hashable, Sendable {
        /// Number of samples.
        package var count: UInt32
        /// Entry of the `sgpd` of the same type, from 1; 0 for no group.
        package var index: UInt32

        /// Creates a run.
        package init(count: UInt32, index: UInt32) {
            self.count = count
            self.index = index
        }
    }

    /// `sbgp`
    package static let type: FourCC = "sbgp"
    /// The grouping type, as in `tscl`.
    package var groupingType: FourCC
    /// Distinguishes several groupings of one type; nil for most types, which have none.
    package var parameter: UInt32?
    /// The runs in decode order; they may end before the samples do.
    package var runs: [Run] = []

    /// Creates an empty table.
    package init(groupingType: FourCC, parameter: UInt32? = nil) {
        self.groupingType = groupingType
        self.parameter = parameter
    }

    /// Adds a sample.
    package mutating func append(index: UInt32) {
        if let last = runs.last, last.index == index, last.count < .max {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(count: 1, index: index))
        }
    }

    /// Number of samples.
    package var sampleCount: UInt64 { runs.reduce(0) { $0 + UInt64($1.count) } }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let version = try reader.fullBox(maximumVersion: 1).version
        groupingType = try reader.fourCC()
        parameter = version == 1 ? try reader.u32() : nil
        let count = try reader.count(entryBytes: 8)
        runs.reserveCapacity(count)
        for _ in 0..<count {
            let samples = try reader.u32()
            runs.append(Run(count: samples, index: try reader.u32()))
        }
    }

    /// Writes the payload, in version 1 only with a parameter.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: parameter == nil ? 0 : 1)
        writer.fourCC(groupingType)
        if let parameter { writer.u32(parameter) }
        writer.u32(UInt32(runs.count))
        for run in runs {
            writer.u32(run.count)
            writer.u32(run.index)
        }
    }
}
