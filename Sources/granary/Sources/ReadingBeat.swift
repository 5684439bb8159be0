import Foundation

/// Tells who waits for this process that it reads on: a line for every second in which it has read something.
///
/// What hangs on its disk, or computes for ever, says nothing.
enum ReadingBeat {
    /// Bytes that are read in a second by looking how many were read.
    private static let ownByteCount: Int64 = 4096

    /// Begins to tell, on a thread of its own.
    static func start() {
        let thread = Thread {
            var last: Int64 = 0
            while true {
                // Where the kernel does not count, the limit on the whole time has to do.
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

    /// Bytes that this process has read from files so far; nil when the kernel does not say.
    static var byteCount: Int64? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/io") else { return nil }
        let field = String(decoding: data, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("rchar:") }
        return field?.split(separator: " ").last.flatMap { Int64($0) }
    }
}
