/// A movie file, laid out: what to write, and in which order.
///
/// The file is `header`, then the bytes of every chunk in order: for a chunk of track t, those of its samples in the
/// order in which they were appended. Nothing is written twice and nothing is patched afterwards.
package struct MovieLayout: Hashable, Sendable {
    /// Samples of one track that follow one another in the file.
    package struct Chunk: Hashable, Sendable {
        /// 0 for the video, then the sound tracks from 1 on, then all others.
        package let track: Int
        /// Numbers of the samples in decode order, from 0; never empty.
        package let samples: Range<Int>
        /// Where the first sample starts in the file.
        package let fileOffset: UInt64
        /// Bytes of all samples together.
        package let byteCount: UInt64
    }

    /// `ftyp`, `moov` and the header of `mdat`.
    package let header: [UInt8]
    /// What follows, without a gap, in file order.
    package let chunks: [Chunk]
    /// Size of the whole file.
    package let totalByteCount: UInt64
    /// What the header could not say as it is.
    package var notes: [MovieNote] = []
}
