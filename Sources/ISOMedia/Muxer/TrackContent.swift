/// The samples of an audio or text track on their way to a movie: their sizes and durations for the layout, then their
/// bytes.
package struct TrackContent {
    /// Size in bytes and duration in ticks of each sample.
    package let packets: [(byteCount: Int, duration: Int64)]
    /// Gives the bytes of the samples in order, nil after the last.
    package let next: () throws -> [UInt8]?

    /// Creates the content of a track.
    package init(packets: [(byteCount: Int, duration: Int64)], next: @escaping () throws -> [UInt8]?) {
        self.packets = packets
        self.next = next
    }
}
