import FFmpeg
import Glibc
import Media

/// The input that libavformat reads a source from: an open file, and the limits of what is read between packets.
///
/// libavformat cannot open anything else through it: each attempt is refused and recorded. One demuxer uses it.
final class SourceInput: ContainerSource {
    /// The file.
    let file: SourceFile
    /// The error of the file, or the attempt to open another one. Nothing that was read since is reliable.
    private(set) var fault: IntakeError?
    /// Whether the file is an elementary stream. libavformat collects a picture of it in memory until the next one
    /// begins.
    var isBareStream = false
    /// Where the next bytes are read.
    var offset: Int64 = 0
    private var drought = Drought()

    /// What was read since the last packet: sparse files can be longer than anyone can read.
    private struct Drought {
        /// Bytes read, and how many zeros there are at their end.
        var (byteCount, zeroCount): (Int64, Int64) = (0, 0)
        /// Empty packets.
        var emptyCount = 0
        /// More than twenty minutes of omitted frames.
        static let mostEmpty = 1 << 16
        /// Any picture of an elementary stream is shorter: an 8K picture in 10 bits has 60 MiB before it is encoded.
        static let longestPicture: Int64 = 64 << 20
        /// No container has more zeros in a row: a black 8K picture in 16-bit RGB without compression has 190 MiB.
        static let longestVoid: Int64 = 256 << 20
    }

    /// Creates the input at the start of the file.
    init(_ file: SourceFile) { self.file = file }

    /// Size of the file when it was opened.
    var byteCount: Int64 { file.byteCount }

    /// Records a packet. Some formats read zeros as an endless sequence of empty packets.
    func notePacket(isEmpty: Bool) {
        guard isEmpty else {
            drought = Drought()
            return
        }
        drought.emptyCount += 1
        if drought.emptyCount > Drought.mostEmpty {
            fault = fault ?? IntakeError.emptyPackets(file.path, count: drought.emptyCount, before: offset)
        }
    }

    /// Records an attempt to open another file.
    func refuse(_ name: String) { fault = fault ?? IntakeError.opensOthers(file.path, name: name) }

    /// Reads the next bytes; nil after a fault, which is recorded.
    @unsafe func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(IntakeError) {
            // Safe: the caller lends the buffer for the call, and the file fills no more than its first bytes.
            let found = try unsafe file.read(into: room, at: offset)
            try unsafe note(UnsafeRawBufferPointer(rebasing: room[..<found]))
            offset += Int64(found)
            return found
        } catch {
            fault = fault ?? error
            return nil
        }
    }

    private func note(_ bytes: UnsafeRawBufferPointer) throws(IntakeError) {
        guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
        drought.byteCount += Int64(bytes.count)
        // Safe: all bytes are equal if each is equal to the next.
        let isVoid = unsafe start.load(as: UInt8.self) == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
        drought.zeroCount = isVoid ? drought.zeroCount + Int64(bytes.count) : 0
        if drought.zeroCount > Drought.longestVoid {
            throw IntakeError.void(file.path, mebibytes: Drought.longestVoid >> 20, before: offset)
        }
        if isBareStream, drought.byteCount > Drought.longestPicture {
            throw IntakeError.endlessPicture(file.path, mebibytes: Drought.longestPicture >> 20, before: offset)
        }
    }
}
