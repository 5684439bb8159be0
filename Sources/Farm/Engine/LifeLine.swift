import Foundation
import Glibc

/// The child's end of the life line: ends this process group when the coordinator is gone.
package enum LifeLine {
    /// Watches standard input on a thread of its own. Its end means that the coordinator has ended, by whatever cause,
    /// and that nobody waits for this process' work any more.
    package static func watch() {
        let thread = Thread {
            var byte: UInt8 = 0
            while true {
                // Safe: one byte is read into one byte.
                let count = unsafe read(0, &byte, 1)
                if count > 0 || (count < 0 && errno == EINTR) { continue }
                // Only a process that leads its group may end the group: a worker started by hand shares its shell's.
                if getpgrp() == getpid() { kill(0, SIGKILL) }
                _exit(75)
            }
        }
        thread.stackSize = 1 << 16
        thread.start()
    }
}
