import Foundation
import Media

/// A temporary file with encoded audio packets. The layout of the film needs all sizes before the bytes are written.
final class PacketSpool {
    private let path: String
    private let file: FileHandle
    /// Size in bytes and duration in ticks of each packet.
    private(set) var packets: [(byteCount: Int, duration: Int64)] = []

    /// Creates an empty file in a folder.
    init(in folder: ScratchFolder, name: String) throws {
        path = "\(folder.path)/\(name)"
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forUpdatingAtPath: path)
        else {
            throw WorkError(
                .inputOutput,
                attempted: "store encoded audio",
                subject: path,
                cause: unsafe String(cString: strerror(errno)),
                remedy: "Set TMPDIR to a writable local folder."
            )
        }
        file = handle
    }

    /// Adds a packet.
    func append(_ bytes: [UInt8], duration: Int64) throws {
        try file.write(contentsOf: Data(bytes))
        packets.append((bytes.count, duration))
    }

    /// Gives the bytes of the packets in order, nil after the last. Precondition: no more packets are added.
    func reader() throws -> () throws -> [UInt8]? {
        try file.seek(toOffset: 0)
        var sizes = packets.lazy.map(\.byteCount).makeIterator()
        return { [file, path] in
            guard let size = sizes.next() else { return nil }
            guard let bytes = try file.read(upToCount: size), bytes.count == size else {
                throw WorkError(
                    .inputOutput,
                    attempted: "read encoded audio again",
                    subject: path,
                    cause: "the file became shorter",
                    remedy: "Run the job again."
                )
            }
            return [UInt8](bytes)
        }
    }
}
