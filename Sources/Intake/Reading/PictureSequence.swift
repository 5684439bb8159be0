package import Media

/// The pictures of a range, one after the other. If it is released early, it stops its decoder.
package final class PictureSequence {
    // The reader must outlive the thread that decodes for this sequence.
    private let reader: FilmReader
    private let queue: PictureQueue

    /// Creates the sequence over a queue that a decoder fills.
    init(reader: FilmReader, queue: PictureQueue) {
        self.reader = reader
        self.queue = queue
    }

    deinit { queue.cancel() }

    /// The next picture in presentation order, nil after the last.
    ///
    /// - Throws: The error that ended decoding, after the pictures before it: damage, or a format change in mid-stream.
    ///   Returns nil also if another range was requested of the reader.
    package func next() throws(IntakeError) -> Picture? { try queue.next() }
}
