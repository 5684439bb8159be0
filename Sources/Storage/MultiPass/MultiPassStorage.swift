import Media

/// What the encoder learned about each frame of a range: an LMDB file, one record per frame.
///
/// The counterpart of VTMultiPassStorage. The farm's workers write a new storage for each pass in a scratch folder, and
/// publish it when the pass is finished; published ones are read-only. A session updates one storage in all its passes:
/// the newer record of a frame wins. Frames are numbered within the range, from 0. Not for use from several threads.
package final class MultiPassStorage {
    /// The file.
    package let path: String
    /// Number of frames that were appended.
    package private(set) var frameCount: Int

    let file: StoreFile
    let frames: Table<Int64, FrameRecord>
    /// Notes of sessions; nil in a storage that is not open for updates.
    let notes: Table<String, SessionNote>?
    /// What each pass of a session learned; nil in a storage that is not open for updates.
    let passes: Table<Int64, FrameRecord>?

    /// Records that wait for their transaction. They are written together, because a transaction costs more than a
    /// record.
    private var pending: [FrameRecord] = []
    private var pendingByteCount = 0
    private var pendingFrames: Set<Int> = []

    static let tableName = "frames"

    /// Creates an empty storage in a file that must not exist yet, on a local file system.
    ///
    /// - Parameter mapByteCount: initial size of the memory map; it grows as needed.
    package static func create(
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int = 16 << 20
    ) throws -> MultiPassStorage {
        try MultiPassStorage(
            StoreFile(creating: .multiPass, at: path, identity: identity, mapByteCount: mapByteCount)
        )
    }

    /// Opens a published storage for reading. Verify its SHA-256 first: LMDB trusts the pages of its files.
    ///
    /// - Parameter expecting: the required identity; a difference is an error that names the field and both values. The
    ///   encoder's options are compared only if they are given.
    package static func open(at path: String, expecting: StoreIdentity? = nil) throws -> MultiPassStorage {
        try MultiPassStorage(StoreFile(opening: .multiPass, at: path, expecting: expecting))
    }

    /// Opens a storage for updates, or creates it if the file does not exist. One process at a time can have it open.
    ///
    /// - Parameter identity: that of a new storage, and the required one of an existing one.
    package static func update(
        at path: String,
        identity: StoreIdentity,
        mapByteCount: Int = 16 << 20
    ) throws -> MultiPassStorage {
        try MultiPassStorage(
            StoreFile.update(.multiPass, at: path, identity: identity, mapByteCount: mapByteCount),
            hasNotes: true
        )
    }

    private init(_ file: StoreFile, hasNotes: Bool = false) throws {
        self.file = file
        path = file.environment.path
        notes = hasNotes ? try file.environment.table(MultiPassStorage.noteTableName) : nil
        passes = hasNotes ? try file.environment.table(MultiPassStorage.passTableName) : nil
        let frames: Table<Int64, FrameRecord> = try file.environment.table(MultiPassStorage.tableName)
        self.frames = frames
        frameCount = try file.environment.read { try $0.count(frames) }
    }

    /// What the storage was made from.
    package var identity: StoreIdentity { file.identity }

    /// Records x265's resolved options, which are known when the encoder is open.
    package func setEncoderOptions(_ options: String) throws { try file.setEncoderOptions(options) }

    /// Adds the record of a frame, in any order.
    ///
    /// Throws if the frame is outside the range or already has a record.
    package func append(_ record: FrameRecord) throws {
        let frame = record.statistics.frame
        try checkFrame(frame)
        guard try !pendingFrames.contains(frame) && stored(frame) == nil else {
            throw StorageError(
                .outOfOrder,
                attempted: "store the statistics of frame \(frame)",
                subject: path,
                cause: "they are already stored"
            )
        }
        pending.append(record)
        pendingFrames.insert(frame)
        pendingByteCount += record.cutree?.count ?? 0
        frameCount += 1
        if pending.count >= Batch.recordLimit || pendingByteCount >= Batch.byteLimit { try flush() }
    }

    /// Throws if a frame is outside the range.
    func checkFrame(_ frame: Int) throws(StorageError) {
        guard 0..<identity.frames.count ~= frame else {
            throw StorageError(
                .outsideTimeRange,
                attempted: "store the statistics of frame \(frame)",
                subject: path,
                cause: "the range has the frames 0 to \(identity.frames.count - 1)"
            )
        }
    }

    /// Counts the frames again after an update.
    func countFrames() throws { frameCount = try file.environment.read { try $0.count(frames) } }

    /// The record of a frame; nil if it has none.
    package func record(frame: Int) throws -> FrameRecord? {
        try pending.first { $0.statistics.frame == frame } ?? stored(frame)
    }

    /// Passes on the records of the frames in a range, or of all frames if it is nil, in presentation order.
    ///
    /// The storage cannot be appended to meanwhile. An error that `body` throws ends the iteration.
    package func forEachRecord(in range: Range<Int>? = nil, _ body: (FrameRecord) throws -> Void) throws {
        try flush()
        try file.environment.read { transaction in
            var cursor = try transaction.cursor(frames)
            var isThere = try cursor.seek(Int64(range?.lowerBound ?? 0))
            while isThere {
                let key = try cursor.key()
                if let range, key >= range.upperBound { return }
                let record = try cursor.value()
                guard record.statistics.frame == key else {
                    throw StorageError(
                        .damaged,
                        attempted: "read the statistics of frame \(key)",
                        subject: path,
                        cause: "the record says that it belongs to frame \(record.statistics.frame)"
                    )
                }
                guard key < identity.frames.count else {
                    throw StorageError(
                        .damaged,
                        attempted: "read the statistics of frame \(key)",
                        subject: path,
                        cause: "the range has \(counted(identity.frames.count, "frame"))"
                    )
                }
                try body(record)
                isThere = try cursor.next()
            }
        }
    }

    /// Writes what is still in memory to the scratch file.
    package func close() throws { try flush() }

    func flush() throws {
        guard !pending.isEmpty else { return }
        try file.environment.write { [frames, pending] (transaction) throws(StorageError) in
            for record in pending { try transaction.put(frames, Int64(record.statistics.frame), record) }
        }
        pending.removeAll(keepingCapacity: true)
        pendingFrames.removeAll(keepingCapacity: true)
        pendingByteCount = 0
    }

    private func stored(_ frame: Int) throws -> FrameRecord? {
        try file.environment.read { try $0.value(frames, Int64(frame)) }
    }
}
