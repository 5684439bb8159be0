import Foundation
package import Media

/// Reads the pictures of a film, any range at any time, with exact frames.
///
/// Ranges may be requested in any order. A range that follows the previous one is decoded without a seek. The pictures
/// do not depend on the ranges. A separate thread decodes a few pictures ahead and waits if they are not taken. Use one
/// reader per thread.
///
///     let reader = try FilmReader(source: description)
///     let pictures = try reader.pictures(in: 24..<48)
///     while let picture = try pictures.next() { ... }
package final class FilmReader {
    /// The film that is read.
    package let source: SourceDescription
    /// How the pictures of its films are converted, in playing order: to one size and format.
    package let outputs: [PictureConversion]
    private let decoder: FilmDecoder
    private let decodeAhead: Int
    private var queue: PictureQueue?

    /// Opens a film that was probed.
    ///
    /// - Parameters:
    ///   - source: What the probe found.
    ///   - output: Size and format of the pictures; if nil, those of the source, in which each film has its place.
    ///   - decodeAhead: Pictures that may wait to be taken, at least 1.
    /// - Throws: If the file cannot be opened, is not the probed one, or cannot be converted to `output`.
    package convenience init(
        source: SourceDescription,
        output: PictureConversion? = nil,
        decodeAhead: Int = 3
    ) throws(IntakeError) {
        let outputs = output.map { output in source.parts.map { _ in output } } ?? PictureConversion.all(of: source)
        try self.init(source: source, outputs: outputs, decodeAhead: decodeAhead)
    }

    /// Opens a source whose films are converted each in its own way.
    ///
    /// - Parameter outputs: the conversion of each film, in playing order. Precondition: as many as films, to one size
    ///   and format.
    /// - Throws: as the other initialiser.
    package init(
        source: SourceDescription,
        outputs: [PictureConversion],
        decodeAhead: Int = 3
    ) throws(IntakeError) {
        self.source = source
        self.outputs = outputs
        self.decodeAhead = decodeAhead
        decoder = try FilmDecoder(source: source, outputs: outputs)
    }

    deinit { queue?.cancel() }

    /// Loads the libraries that a source needs and that are not linked. To be called before the process is confined.
    package static func loadLibraries(for source: SourceDescription) {
        if source.parts.contains(where: { $0.reading?.isFiltered == true }) { _ = loadFilters() }
        if source.parts.contains(where: { $0.script != nil }) { _ = loadSubtitles() }
    }

    /// Loads libavfilter; false if it is not installed.
    package static func loadFilters() -> Bool { PictureFilter.load() }

    /// Loads libass; false if it is not installed.
    package static func loadSubtitles() -> Bool { BurnedSubtitles.load() }

    /// The pictures of some frames in presentation order. Ends the previous sequence.
    ///
    /// - Throws: If the film does not have these frames.
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
        // Decoders need little stack; this bounds it on systems with small thread stacks.
        thread.stackSize = 4 << 20
        thread.start()
        return PictureSequence(reader: self, queue: queue)
    }
}
