import Media

extension ParameterSets: StoredRecord {
    static var version: UInt8 { 1 }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        self.init(vps: try reader.bytes(), sps: try reader.bytes(), pps: try reader.bytes())
    }

    func write(to writer: inout RecordWriter) {
        for unit in [vps, sps, pps] { writer.write(unit) }
    }
}
