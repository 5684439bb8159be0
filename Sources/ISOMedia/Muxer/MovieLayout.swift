/// The layout of a movie file: what to write, and in which order.
///
/// The file consists of `header` and the bytes of every chunk in order. For a chunk of track t these are its samples in
/// the order in which they were appended. Nothing is written twice or modified afterwards.
package struct MovieLayout: Hashable, Sendable {
    /// Successive samples of one track in the file.
    package struct Chunk: Hashable, Sendable {
        /// 0 for the video, then the audio tracks from 1 on, then all others.
        package let track: Int
        /// Numbers of the samples in decode order, from 0; never empty.
        package let samples: Range<Int>
        /// Offset of the first sample in the file.
        package let fileOffset: UInt64
        /// Bytes of all samples.
        package let byteCount: UInt64
    }

    /// `ftyp`, `moov` and the header of `mdat`.
    package let header: [UInt8]
    /// The chunks after it, without gaps, in file order.
    package let chunks: [Chunk]
    /// Size of the whole file.
    package let totalByteCount: UInt64
    /// Values that the header could not express exactly.
    package var notes: [MovieNote] = []
}
