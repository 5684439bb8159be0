import FFmpeg

extension Demuxer {
    /// Decoding tick of the first sample in the container's index of a stream. No picture is presented before it,
    /// because libavformat moves these ticks. Nil without an index.
    func firstIndexTick(ofStream index: Int) -> Int64? { stream(index).firstIndexTick }
}
