package import Media

/// A decoder's buffer that fills at a steady rate and is emptied sample by sample (ISO/IEC 23008-2 C.2): whether every
/// sample is in it when it is decoded.
///
/// Decoding starts when the buffer is full, which is allowed. The state is how much it lacks from then on.
package struct BufferFill: Sendable {
    private let rate: LevelLimits.Rate
    private let timescale: UInt64
    /// Bits times timescale that the buffer lacks.
    private var missing: UInt64 = 0
    private var lastTick: UInt64?
    /// Whether all samples so far were in time.
    package private(set) var isInTime = true

    /// Starts with a full buffer; the timescale is in ticks per second, at least 1.
    package init(_ rate: LevelLimits.Rate, timescale: Int32) {
        self.rate = rate
        self.timescale = UInt64(max(timescale, 1))
    }

    /// Removes the next sample at its decode time; ticks never descend.
    package mutating func take(byteCount: Int, at tick: UInt64) {
        guard isInTime else { return }
        let waited = tick - min(lastTick ?? tick, tick)
        lastTick = tick
        // No product or sum overflows: there are fewer than 2^30 bits in the buffer and 2^31 ticks per second, and a
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
