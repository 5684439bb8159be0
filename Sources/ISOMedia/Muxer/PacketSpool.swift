import Foundation

/// A temporary file with the packets of a track. The layout of a movie needs all sizes before the bytes are written.
package final class PacketSpool {
    private let path: String
    private let file: FileHandle
    /// Size in bytes and duration in ticks of each packet.
    package private(set) var packets: [(byteCount: Int, duration: Int64)] = []

    /// Creates an empty file. Its owner removes it, at once if it likes: the spool keeps it open.
    package init(creating path: String) throws(MovieError) {
        self.path = path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forUpdatingAtPath: path)
        else {
            throw MovieError(.unwritable, path, unsafe String(cString: strerror(errno)))
        }
        file = handle
    }

    /// Adds a packet.
    package func append(_ bytes: [UInt8], duration: Int64) throws(MovieError) {
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            throw MovieError(isFull ? .diskFull : .unwritable, path, error.localizedDescription)
        }
        packets.append((bytes.count, duration))
    }

    /// The packets, from the first one on. Precondition: no more packets are added, and no earlier content is read.
    package func content() throws(MovieError) -> TrackContent {
        do {
            try file.seek(toOffset: 0)
        } catch {
            throw MovieError(.unreadable, path, error.localizedDescription)
        }
        var sizes = packets.lazy.map(\.byteCount).makeIterator()
        return TrackContent(packets: packets) { [self] in
            guard let size = sizes.next() else { return nil }
            let bytes: Data?
            do {
                bytes = try file.read(upToCount: size)
            } catch {
                throw MovieError(.unreadable, path, error.localizedDescription)
            }
            guard let bytes, bytes.count == size else {
                throw MovieError(.unreadable, path, "it became shorter while it was read")
            }
            return [UInt8](bytes)
        }
    }
}
