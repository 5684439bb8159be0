import CFFmpeg

extension Demuxer {
    /// Tick of decoding of the first sample that the container's index lists of a stream: no picture is presented
    /// before it, as libavformat moves these ticks. Nil without an index.
    func firstIndexTick(ofStream index: Int) -> Int64? {
        // Safe: the entry is lent by the living demuxer and read at once.
        guard let entry = unsafe avformat_index_get_entry(stream(index), 0) else { return nil }
        return unsafe entry.pointee.timestamp
    }
}
