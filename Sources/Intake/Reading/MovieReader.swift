import Foundation
package import Media

/// Reads the pictures of a film, any range at any time, with exact frames.
///
/// Ranges may be asked for in any order; a range that follows the one before is decoded on without a seek. The
/// pictures are the same whatever the ranges are. A thread of its own decodes a few pictures ahead and waits when
/// nobody takes them. Not for use by several threads at once: a reader each.
///
///     let reader = try MovieReader(source: description)
///     let pictures = try reader.pictures(in: 24..<48)
///     while let picture = try pictures.next() { ... }
package final class MovieReader {
    /// The film that is read.
    package let source: SourceDescription
    /// What its pictures are turned into.
    package let output: PictureConversion
    private let decoder: FilmDecoder
    private let decodeAhead: Int
    private var queue: PictureQueue?

    /// Opens a film that was probed.
    ///
    /// - Parameters:
    ///   - source: What the probe found.
    ///   - output: Size and format of the pictures; the source's own when nil.
    ///   - decodeAhead: Pictures that may wait to be taken, at least 1.
    /// - Throws: When the file cannot be opened, is not the one probed, or `output` cannot be made from it.
    package init(
        source: SourceDescription,
        output: PictureConversion? = nil,
        decodeAhead: Int = 3
    ) throws(IntakeError) {
        self.source = source
        self.output = output ?? PictureConversion(source.video)
        self.decodeAhead = decodeAhead
        decoder = try FilmDecoder(source: source, output: self.output)
    }

    deinit { queue?.cancel() }

    /// The pictures of some frames in presentation order. Ends the sequence that was asked for before.
    ///
    /// - Throws: When the film has no such frames.
    package func pictures(in frames: Range<Int>) throws(IntakeError) -> PictureSequence {
        queue?.cancel()
        queue = nil
        guard frames.lowerBound >= 0, frames.upperBound <= source.video.timeline.count else {
            throw IntakeError.noSuchFrames(source.path, frames: frames, count: source.video.timeline.count)
        }
        let queue = PictureQueue(capacity: decodeAhead)
        self.queue = queue
        let thread = Thread { [decoder] in
            do throws(IntakeError) {
                try decoder.decode(frames) { queue.add($0) }
                queue.finish(.success(()))
            } catch {
                queue.finish(.failure(error))
            }
        }
        thread.name = "granary-decode"
        // Decoders keep little on the stack; this bounds them on systems with small stacks for threads.
        thread.stackSize = 4 << 20
        thread.start()
        return PictureSequence(reader: self, queue: queue)
    }
}
