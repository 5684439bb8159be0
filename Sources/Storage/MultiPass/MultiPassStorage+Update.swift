/// Updates over several passes, for sessions.
extension MultiPassStorage {
    /// What a session remembers about its passes, in a form that only it knows; nil if there is nothing yet.
    package func note() throws -> [UInt8]? {
        let notes = try writableNotes()
        return try file.environment.read { try $0.value(notes, MultiPassStorage.noteKey)?.bytes }
    }

    /// Stores records of a finished pass in place of earlier ones, with a new note: all of it or nothing.
    ///
    /// A record without a cutree record keeps the earlier one, because only an analysis writes them.
    package func finishPass(_ records: [FrameRecord], note: [UInt8]) throws {
        let notes = try writableNotes()
        try flush()
        let merged = try records.map { record in
            try checkFrame(record.statistics.frame)
            var merged = record
            if merged.cutree == nil { merged.cutree = try self.record(frame: record.statistics.frame)?.cutree }
            return merged
        }
        try file.environment.write { [frames] (transaction) throws(StorageError) in
            for record in merged { try transaction.put(frames, Int64(record.statistics.frame), record) }
            try transaction.put(notes, MultiPassStorage.noteKey, SessionNote(bytes: note))
        }
        try file.environment.sync()
        try countFrames()
    }

    /// Removes all records and the note, for a first pass that begins again.
    package func removeAll() throws {
        let notes = try writableNotes()
        try flush()
        var keys: [Int64] = []
        try forEachRecord { keys.append(Int64($0.statistics.frame)) }
        try file.environment.write { [frames, keys] (transaction) throws(StorageError) in
            for key in keys { try transaction.delete(frames, key) }
            try transaction.delete(notes, MultiPassStorage.noteKey)
        }
        try countFrames()
    }

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
