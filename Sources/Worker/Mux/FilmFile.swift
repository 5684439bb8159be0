import Media

/// The film under its temporary name: written once from front to back, hashed meanwhile, synced at the end.
final class FilmFile {
    private let path: String
    private let expectedByteCount: UInt64
    private let output: FilmOutput
    private let pipeline: FilmPipeline
    /// The piece that is being filled.
    private var piece: FilmPiece?
    /// Number of bytes in all pieces that were passed on.
    private var putByteCount: UInt64 = 0

    /// Creates the file, which must not exist.
    convenience init(creating path: String, byteCount: UInt64) throws {
        self.init(to: try FilmOutput(creating: path, byteCount: byteCount), path: path, byteCount: byteCount)
    }

    /// Writes to an existing output.
    init(to output: FilmOutput, path: String, byteCount: UInt64) {
        self.path = path
        expectedByteCount = byteCount
        self.output = output
        pipeline = FilmPipeline(to: output)
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws {
        // Safe: the bytes of an array of integers are initialised and lent for the call.
        try write(unsafe bytes.span.bytes)
    }

    /// Appends borrowed bytes.
    func write(_ bytes: RawSpan) throws {
        var taken = 0
        while taken < bytes.byteCount {
            let piece = try piece ?? pipeline.emptyPiece()
            self.piece = piece
            taken += piece.append(bytes.extracting(droppingFirst: taken))
            if piece.isFull { put() }
        }
    }

    /// Writes the rest, syncs file and folder, and returns the SHA-256 of the whole film.
    func finish() throws -> String {
        put()
        try pipeline.drain()
        guard putByteCount == expectedByteCount else {
            throw WorkError(
                .bug,
                attempted: "write the film",
                subject: path,
                cause: "\(putByteCount) bytes were written instead of the \(expectedByteCount) of the layout"
            )
        }
        try output.sync()
        return pipeline.sha256()
    }

    /// Modification time in nanoseconds since 1970, to be read after `finish`; nil when the system reports none.
    var modificationTime: Int64? { output.modificationTime }

    private func put() {
        guard let piece else { return }
        self.piece = nil
        let offset = putByteCount
        putByteCount += UInt64(piece.byteCount)
        pipeline.put(piece, at: offset)
    }
}
