package import Media

/// A decoder's buffer that is filled at a steady rate and emptied sample by sample (ISO/IEC 23008-2 C.2): whether every
/// sample is there when it is decoded.
///
/// Decoding starts when the buffer is full, as it may, so what counts is what is missing in it.
package struct BufferFill: Sendable {
    private let rate: LevelLimits.Rate
    private let timescale: UInt64
    /// Bits times timescale that are missing in the buffer.
    private var missing: UInt64 = 0
    private var lastTick: UInt64?
    /// Whether all samples so far came in time.
    package private(set) var isInTime = true

    /// Starts with a full buffer; ticks are so many in a second, at least 1.
    package init(_ rate: LevelLimits.Rate, timescale: Int32) {
        self.rate = rate
        self.timescale = UInt64(max(timescale, 1))
    }

    /// Takes the next sample out when it is decoded; ticks never descend.
    package mutating func take(byteCount: Int, at tick: UInt64) {
        guard isInTime else { return }
        let waited = tick - min(lastTick ?? tick, tick)
        lastTick = tick
        // No product or sum overflows: there are fewer than 2^30 bits in the buffer and 2^31 ticks in a second, and a
        // wait that fills the buffer is not multiplied.
        let capacity = rate.bufferBits * timescale
        missing -= waited > missing / rate.bitsPerSecond ? missing : waited * rate.bitsPerSecond
        let (bits, overflow) = UInt64(max(byteCount, 0)).multipliedReportingOverflow(by: 8)
        guard !overflow, bits <= rate.bufferBits, missing + bits * timescale <= capacity else {
            isInTime = false
            return
        }
        missing += bits * timescale
    }
}
