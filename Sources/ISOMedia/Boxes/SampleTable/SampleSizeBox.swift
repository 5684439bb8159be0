/// `stsz`: the size of each sample in bytes (ISO/IEC 14496-12 8.7.3.2).
package struct SampleSizeBox: Box {
    /// `stsz`
    package static let type: FourCC = "stsz"
    /// Size of every sample; 0 if they differ and are in `sizes`.
    package private(set) var commonSize: UInt32
    /// Number of samples.
    package private(set) var sampleCount: UInt32
    /// The sizes in decode order; empty if all are equal.
    package private(set) var sizes: [UInt32]

    /// Creates a table; it has a common size if all samples have the same size.
    package init(sizes: [UInt32]) {
        sampleCount = UInt32(sizes.count)
        if let first = sizes.first, first > 0, sizes.allSatisfy({ $0 == first }) {
            commonSize = first
            self.sizes = []
        } else {
            commonSize = 0
            self.sizes = sizes
        }
    }

    /// Creates a table of samples of one size, which is positive.
    package init(commonSize: UInt32, sampleCount: UInt32) {
        precondition(commonSize > 0, "0 means that sizes differ")
        self.commonSize = commonSize
        self.sampleCount = sampleCount
        sizes = []
    }

    /// Size of a sample, from 0. Precondition: `index < sampleCount`.
    package func size(of index: Int) -> UInt32 { commonSize > 0 ? commonSize : sizes[index] }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        commonSize = try reader.u32()
        sizes = []
        if commonSize > 0 {
            sampleCount = try reader.u32()
        } else {
            let count = try reader.count(entryBytes: 4)
            sampleCount = UInt32(count)
            sizes.reserveCapacity(count)
            for _ in 0..<count { sizes.append(try reader.u32()) }
        }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(commonSize)
        writer.u32(sampleCount)
        for size in sizes { writer.u32(size) }
    }
}
