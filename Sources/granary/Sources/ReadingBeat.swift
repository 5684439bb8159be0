import Foundation

/// Shows the waiting parent process that this process still reads: one line for every second in which it has read
/// something.
///
/// A process that hangs on its disk, or computes forever, writes nothing.
enum ReadingBeat {
    /// Bytes that the check itself reads in a second.
    private static let ownByteCount: Int64 = 4096

    /// Starts to write these lines, on a separate thread.
    static func start() {
        let thread = Thread {
            var last: Int64 = 0
            while true {
                // If the kernel does not count, only the limit on the whole time applies.
                let count = byteCount ?? .max
                if count == .max || count > last + ownByteCount {
                    StandardOutput.write("reading\n")
                }
                last = count
                sleep(1)
            }
        }
        thread.stackSize = 1 << 18
        thread.start()
    }

    /// Bytes that this process has read from files so far; nil if the kernel does not count them.
    static var byteCount: Int64? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/io") else { return nil }
        let field = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("rchar:") }
        return field?.split(separator: " ").last.flatMap { Int64($0) }
    }
}
