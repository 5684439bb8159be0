import FFmpeg
import Foundation

/// Makes libavcodec compute the same on every processor. Its faster routines differ in the last bits between
/// generations of processors, so the encoded audio would differ too.
enum PortableArithmetic {
    /// A codec chooses its routines when it is opened, from flags of the whole process. Only one codec is opened at a
    /// time; otherwise the flags that one call restores would be those that another codec is opened with.
    private static let lock = NSLock()

    /// Opens something that computes portably for its whole life. What is opened afterwards is as fast as before. Must
    /// not be nested.
    static func opening<Result>(_ body: () throws(IntakeError) -> Result) throws(IntakeError) -> Result {
        lock.lock()
        Library.computePortably(true)
        defer {
            Library.computePortably(false)
            lock.unlock()
        }
        return try body()
    }
}
