/// `stsc`: the number of samples in each chunk, run-length coded (ISO/IEC 14496-12 8.7.4).
package struct SampleToChunkBox: Box {
    /// Successive chunks with the same number of samples.
    package struct Run: Hashable, Sendable {
        /// Number of the first such chunk, from 1.
        package var firstChunk: UInt32
        /// Samples in each.
        package var samplesPerChunk: UInt32
        /// Their sample entry, from 1.
        package var description: UInt32

        /// Creates a run.
        package init(firstChunk: UInt32, samplesPerChunk: UInt32, description: UInt32 = 1) {
            self.firstChunk = firstChunk
            self.samplesPerChunk = samplesPerChunk
            self.description = description
        }
    }

    /// `stsc`
    package static let type: FourCC = "stsc"
    /// The runs in ascending order.
    package var runs: [Run]

    /// Creates a table.
    package init(runs: [Run]) { self.runs = runs }

    /// Creates the table of chunks with these numbers of samples.
    package init(samplesPerChunk: some Sequence<UInt32>) {
        runs = []
        for (index, samples) in samplesPerChunk.enumerated() where runs.last?.samplesPerChunk != samples {
            runs.append(Run(firstChunk: UInt32(index + 1), samplesPerChunk: samples))
        }
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = try reader.count(entryBytes: 12)
        runs = []
        runs.reserveCapacity(count)
        for _ in 0..<count {
            let (first, samples) = (try reader.u32(), try reader.u32())
            runs.append(Run(firstChunk: first, samplesPerChunk: samples, description: try reader.u32()))
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(runs.count))
        for run in runs {
            writer.u32(run.firstChunk)
            writer.u32(run.samplesPerChunk)
            writer.u32(run.description)
        }
    }
}
