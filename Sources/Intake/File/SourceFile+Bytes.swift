import ISOMedia
import Media

/// A source as the readers of boxes read it.
struct SourceFileBytes: ByteSource {
    /// The file.
    let file: SourceFile

    /// Size when it was opened.
    var byteCount: UInt64 { UInt64(file.byteCount) }

    /// Reads bytes. Throws if they are not inside of the file, or if it cannot be read.
    func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8] {
        guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else {
            throw MovieError(.unreadable, file.path, "it has only \(byteCount) bytes")
        }
        do throws(IntakeError) {
            return try file.bytes(at: Int64(offset), count: count)
        } catch {
            throw MovieError(.unreadable, file.path, error.cause)
        }
    }
}
