import FFmpeg
import Media

/// Makes progressive pictures of those of a film, by bwdif: each depends on the picture before and the one after it.
///
/// A filter sees one range of a film. It gets one picture more on either side, as far as the film has them, and so
/// makes the same pictures of any range.
final class FieldFilter {
    private let mode: Deinterlacing
    private let path: String
    private var graph: FilterGraph?
    private let made = Frame()

    /// Pictures that the filter needs before and after those that it makes.
    private static let reach = 1

    /// Creates a filter. The path is used in errors only.
    init(_ mode: Deinterlacing, path: String) {
        (self.mode, self.path) = (mode, path)
    }

    /// Loads libavfilter; false if it is not installed, for which a filter that is opened has an error.
    static func load() -> Bool { FilterLibrary.shared != nil }

    /// Pictures that it makes of one.
    static func count(_ mode: Deinterlacing) -> Int { mode == .field ? 2 : 1 }

    /// The pictures that it has to take for those that it should make.
    ///
    /// - Parameters:
    ///   - each: pictures that it makes of one.
    ///   - count: pictures of the film.
    static func taken(for made: Range<Int>, each: Int, of count: Int) -> Range<Int> {
        let first = max(made.lowerBound / each - reach, 0)
        return first..<max(first, min((made.upperBound - 1) / each + 1 + reach, count))
    }

    /// The options of bwdif.
    private var options: String {
        switch mode {
        case .auto: "mode=send_frame:parity=auto:deint=interlaced"
        case .frame: "mode=send_frame:parity=auto:deint=all"
        case .field: "mode=send_field:parity=auto:deint=all"
        }
    }

    /// Takes a picture of the film with its number.
    func take(_ frame: Frame, number: Int) throws(IntakeError) {
        if graph == nil { graph = try open(frame) }
        guard let graph else { return }
        let code = graph.send(frame, number: number)
        guard !code.isFailure else { throw failure(code) }
    }

    /// Ends the range.
    func finish() throws(IntakeError) {
        guard let code = graph?.send(nil), code.isFailure, !code.isEnd else { return }
        throw failure(code)
    }

    /// The next picture that is made, with its number in pictures that are made of the film; nil if more has to be
    /// taken first. The frame is valid until the next call.
    func next() throws(IntakeError) -> (frame: Frame, number: Int)? {
        guard let graph else { return nil }
        let code = graph.receive(into: made)
        if code.isAgain || code.isEnd { return nil }
        guard !code.isFailure else { throw failure(code) }
        guard let tick = made.presentationTick else { return nil }
        // bwdif counts in half pictures, whatever it makes.
        return (made, Int(clamping: mode == .field ? tick : tick / 2))
    }

    private func open(_ frame: Frame) throws(IntakeError) -> FilterGraph {
        guard let library = FilterLibrary.shared else {
            throw IntakeError.library(path, attempted: "deinterlace it", cause: "libavfilter is not installed")
        }
        do throws(LibraryCode) {
            return try FilterGraph(library, like: frame, name: "bwdif", options: options)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ code: LibraryCode) -> IntakeError {
        .library(path, attempted: "deinterlace it", cause: "libavfilter's bwdif: \(code.words)")
    }
}
