/// `sdtp`: for each sample, whether it depends on others and others depend on it (ISO/IEC 14496-12 8.6.4).
package struct SampleDependencyBox: Box {
    /// `sdtp`
    package static let type: FourCC = "sdtp"
    /// One byte per sample in decode order (see `SampleDependency`).
    package var samples: [UInt8]

    /// Creates a table.
    package init(samples: [UInt8]) { self.samples = samples }

    /// Reads the payload; the number of samples is that of the bytes.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        samples = reader.rest()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.append(samples)
    }
}
