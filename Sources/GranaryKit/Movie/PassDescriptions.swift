/// The time ranges of each pass of a `MovieWriter`, as an asynchronous sequence. The counterpart of
/// `AVAssetWriterInput.respondToEachPassDescription`.
///
///     for try await ranges in writer.passDescriptions {
///         for picture in try pictures(in: ranges) { try writer.append(picture) }
///         try writer.endPass()
///     }
///     try writer.finishWriting()
///
/// It ends when no further pass is requested. Each element begins a pass, as `beginNextPass` does, and throws what that
/// throws: `misuse` if the previous pass was not ended. Belongs to the thread or actor of its writer.
public struct PassDescriptions: AsyncSequence, AsyncIteratorProtocol {
    /// The time ranges of a pass.
    public typealias Element = [TimeRange]
    /// What `beginNextPass` throws.
    public typealias Failure = any Error

    let writer: MovieWriter

    /// Continues with the next pass of the writer.
    public func makeAsyncIterator() -> PassDescriptions { self }

    /// Begins the next pass; nil if none is requested.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [TimeRange]? {
        try writer.beginNextPass()
    }
}
