import Foundation
import Glibc

/// Bytes that a child reads on its standard input: a file without a name, which no other process can open.
///
/// A file and not a pipe, because a child that does not read would block the writer.
package final class InputFile: Sendable {
    /// Open for reading, at the first byte.
    let descriptor: CInt

    /// Writes the bytes to a new file of a folder, and removes its name.
    package init(_ bytes: [UInt8], in folder: String) throws(ChildStartError) {
        let path = "\(folder)/.input-\(UUID().uuidString)"
        // Safe: neither call keeps the path.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw ChildStartError(folder, errno) }
        _ = unsafe unlink(path)
        descriptor = file
        var written = 0
        while written < bytes.count {
            // Safe: the call reads at most the bytes that are left of the array.
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe write(file, rest.baseAddress, rest.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw ChildStartError(folder, errno) }
            written += count
        }
        lseek(file, 0, SEEK_SET)
    }

    deinit { close(descriptor) }
}
