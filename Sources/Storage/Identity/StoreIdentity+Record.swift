extension StoreIdentity: StoredRecord {
    static var version: UInt8 { 1 }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        jobHash = try reader.text("settings hash")
        sourceHash = try reader.text("source hash")
        granaryBuild = try reader.text("granary build")
        encoderBuild = try reader.text("encoder build")
        readerBuild = try reader.text("reader build")
        range = try reader.count("range")
        pass = try reader.count("pass")
        let first = try reader.count("first frame")
        let end = try reader.count("last frame")
        guard first <= end else { throw .impossible("range of frames") }
        frames = first..<end
        timeRange = try reader.timeRange("time range")
        encoderOptions = try reader.text("encoder options")
    }

    func write(to writer: inout RecordWriter) {
        for text in [jobHash, sourceHash, granaryBuild, encoderBuild, readerBuild] { writer.write(text) }
        for number in [range, pass, frames.lowerBound, frames.upperBound] { writer.write(Int64(number)) }
        writer.write(timeRange)
        writer.write(encoderOptions)
    }
}
