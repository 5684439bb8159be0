import CFFmpeg
import Foundation

/// Makes libavcodec compute alike on every processor: its faster ways of doing sums differ in the last bits from one
/// generation of processors to the next, and encoded sound with them.
enum PortableArithmetic {
    /// Codecs choose their ways when they are opened, by flags of the whole process: one at a time, or the flags that
    /// one sets back would be those that another one is opened by.
    private static let lock = NSLock()

    /// Opens something that computes that way for as long as it lives; what is opened afterwards is as fast as ever.
    /// Not to be nested.
    static func opening<Result>(_ body: () throws(IntakeError) -> Result) throws(IntakeError) -> Result {
        lock.lock()
        av_force_cpu_flags(0)
        defer {
            av_force_cpu_flags(-1)
            lock.unlock()
        }
        return try body()
    }
}
