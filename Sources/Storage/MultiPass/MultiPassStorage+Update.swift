/// Updates over several passes, for sessions.
extension MultiPassStorage {
    /// What a session remembers about its passes, in a form that only it knows; nil if there is nothing yet.
    package func note() throws -> [UInt8]? {
        let notes = try writableNotes()
        return try file.environment.read { try $0.value(notes, MultiPassStorage.noteKey)?.bytes }
    }

    /// Stores records of a finished pass in place of earlier ones, with a new note: all of it or nothing.
    ///
    /// A record without a cutree record keeps the earlier one, because only an analysis writes them. The records of a
    /// pass are also kept under its number, without cutree: a later pass may plan with them.
    ///
    /// - Parameter pass: number of the pass, from 1; nil does not keep its records.
    package func finishPass(_ records: [FrameRecord], pass: Int? = nil, note: [UInt8]) throws {
        let (notes, passes) = (try writableNotes(), passes)
        try flush()
        let merged = try records.map { record in
            try checkFrame(record.statistics.frame)
            var merged = record
            if merged.cutree == nil { merged.cutree = try self.record(frame: record.statistics.frame)?.cutree }
            return merged
        }
        try file.environment.write { [frames] (transaction) throws(StorageError) in
            for record in merged { try transaction.put(frames, Int64(record.statistics.frame), record) }
            if let pass, let passes {
                for record in records {
                    var kept = record
                    kept.cutree = nil
                    let key = MultiPassStorage.key(pass: pass, frame: record.statistics.frame)
                    try transaction.put(passes, key, kept)
                }
            }
            try transaction.put(notes, MultiPassStorage.noteKey, SessionNote(bytes: note))
        }
        try file.environment.sync()
        try countFrames()
    }

    /// Passes on what a pass learned about the frames in a range, in presentation order, without cutree.
    package func forEachRecord(ofPass pass: Int, in range: Range<Int>, _ body: (FrameRecord) throws -> Void) throws {
        guard let passes else { return }
        try flush()
        try file.environment.read { transaction in
            var cursor = try transaction.cursor(passes)
            var isThere = try cursor.seek(MultiPassStorage.key(pass: pass, frame: range.lowerBound))
            while isThere, try cursor.key() < MultiPassStorage.key(pass: pass, frame: range.upperBound) {
                let (key, record) = (try cursor.key(), try cursor.value())
                guard MultiPassStorage.key(pass: pass, frame: record.statistics.frame) == key else {
                    throw StorageError(
                        .damaged,
                        attempted: "read the statistics of pass \(pass)",
                        subject: path,
                        cause: "a record belongs to frame \(record.statistics.frame), not to its key"
                    )
                }
                try body(record)
                isThere = try cursor.next()
            }
        }
    }

    /// Removes all records and the note, for a first pass that begins again.
    package func removeAll() throws {
        let (notes, passes) = (try writableNotes(), passes)
        try flush()
        var keys: [Int64] = []
        try forEachRecord { keys.append(Int64($0.statistics.frame)) }
        var passKeys: [Int64] = []
        if let passes {
            try file.environment.read { transaction in
                var cursor = try transaction.cursor(passes)
                while try cursor.next() { passKeys.append(try cursor.key()) }
            }
        }
        try file.environment.write { [frames, keys, passKeys] (transaction) throws(StorageError) in
            for key in keys { try transaction.delete(frames, key) }
            if let passes { for key in passKeys { try transaction.delete(passes, key) } }
            try transaction.delete(notes, MultiPassStorage.noteKey)
        }
        try countFrames()
    }

    /// The key of a record under its pass. Frames have at most 30 bits.
    private static func key(pass: Int, frame: Int) -> Int64 { Int64(pass) << 32 | Int64(frame) }

    private func writableNotes() throws(StorageError) -> Table<String, SessionNote> {
        if let notes { return notes }
        throw StorageError(
            .misuse,
            attempted: "update a storage",
            subject: path,
            cause: "it was not opened for updates"
        )
    }

    static let noteTableName = "notes"
    static let passTableName = "passes"
    private static let noteKey = "session"
}

/// The note of a session, which this module does not read.
struct SessionNote {
    var bytes: [UInt8]
}

extension SessionNote: StoredRecord {
    static var version: UInt8 { 1 }

    init(from reader: inout RecordReader) throws(RecordFlaw) { bytes = try reader.bytes() }

    func write(to writer: inout RecordWriter) { writer.write(bytes) }
}
