extension StoreKind: StoredRecord {
    static var version: UInt8 { 1 }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        guard let kind = StoreKind(rawValue: try reader.read(UInt8.self)) else { throw .impossible("kind of store") }
        self = kind
    }

    func write(to writer: inout RecordWriter) { writer.write(rawValue) }
}
