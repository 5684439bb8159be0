import Media

extension RecordWriter {
    mutating func write(_ time: MediaTime) {
        write(time.value)
        write(time.timescale)
    }

    mutating func write(_ range: TimeRange) {
        write(range.start)
        write(range.end)
    }
}

extension RecordReader {
    mutating func time(_ field: String) throws(RecordFlaw) -> MediaTime {
        let value = try read(Int64.self)
        let timescale = try read(Int32.self)
        guard timescale > 0 else { throw .impossible(field) }
        return MediaTime(value: value, timescale: timescale)
    }

    mutating func timeRange(_ field: String) throws(RecordFlaw) -> TimeRange {
        let start = try time(field)
        let end = try time(field)
        guard start <= end else { throw .impossible(field) }
        return TimeRange(start: start, end: end)
    }
}
