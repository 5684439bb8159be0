import CFFmpeg

extension Demuxer {
    /// Decoding tick of the first sample in the container's index of a stream. No picture is presented before it,
    /// because libavformat moves these ticks. Nil without an index.
    func firstIndexTick(ofStream index: Int) -> Int64? {
        // Safe: the entry is lent by the living demuxer and read at once.
        guard let entry = unsafe avformat_index_get_entry(stream(index), 0) else { return nil }
        return unsafe entry.pointee.timestamp
    }
}
