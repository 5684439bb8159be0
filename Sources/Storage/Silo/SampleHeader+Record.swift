import Media

extension SampleHeader: StoredRecord {
    static var version: UInt8 { 1 }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        frame = try reader.count("frame")
        decodeTime = try reader.time("decode time")
        presentationTime = try reader.time("presentation time")
        duration = try reader.time("duration")
        flags = SampleFlags(rawValue: try reader.read(UInt32.self))
        temporalLevel = try reader.read(UInt8.self)
        nalUnitType = try reader.read(UInt8.self)
        guard temporalLevel <= 6, nalUnitType <= 63 else { throw .impossible("NAL unit header") }
        pictureHash = PictureHash(high: try reader.read(UInt64.self), low: try reader.read(UInt64.self))
        byteCount = try reader.count("byte count")
        // An MP4 has 32 bits for the size of a sample.
        guard byteCount <= UInt32.max else { throw .impossible("byte count") }
        checksum = try reader.read(UInt64.self)
    }

    func write(to writer: inout RecordWriter) {
        writer.write(Int64(frame))
        writer.write(decodeTime)
        writer.write(presentationTime)
        writer.write(duration)
        writer.write(flags.rawValue)
        writer.write(temporalLevel)
        writer.write(nalUnitType)
        writer.write(pictureHash.high)
        writer.write(pictureHash.low)
        writer.write(Int64(byteCount))
        writer.write(checksum)
    }
}
