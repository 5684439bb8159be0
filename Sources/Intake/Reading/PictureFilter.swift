import FFmpeg
import Media

/// Filters pictures of a film by libavfilter: deinterlaces them, and removes noise and steps.
///
/// Each picture that it makes depends on a few pictures on either side. A filter sees one range of a film, with these
/// few pictures more, as far as the film has them, and so makes the same pictures of any range.
final class PictureFilter {
    private let reading: SourceReading
    private let path: String
    private var graph: FilterGraph?
    private let made = Frame()

    /// Creates a filter. The path is used in errors only.
    init(_ reading: SourceReading, path: String) {
        (self.reading, self.path) = (reading, path)
    }

    /// Loads libavfilter; false if it is not installed, for which a filter that is opened has an error.
    static func load() -> Bool { FilterLibrary.shared != nil }

    /// Pictures that it makes of one.
    var each: Int { reading.deinterlacing == .field ? 2 : 1 }

    /// The pictures that it has to take for those that it should make.
    ///
    /// - Parameter count: pictures of the film.
    func taken(for made: Range<Int>, of count: Int) -> Range<Int> {
        // bwdif needs the pictures next to one; averages are over pictures that it made.
        let averaged = ((reading.denoising?.window ?? 1) / 2 + each - 1) / each
        let reach = averaged + (reading.deinterlacing == nil ? 0 : 1)
        let first = max(made.lowerBound / each - reach, 0)
        return first..<max(first, min((made.upperBound - 1) / each + 1 + reach, count))
    }

    /// The filters in libavfilter's words.
    private var chain: String {
        var filters: [String] = []
        switch reading.deinterlacing {
        case .auto: filters.append("bwdif=mode=send_frame:parity=auto:deint=interlaced")
        case .frame: filters.append("bwdif=mode=send_frame:parity=auto:deint=all")
        case .field: filters.append("bwdif=mode=send_field:parity=auto:deint=all")
        case nil: break
        }
        if let denoising = reading.denoising {
            let (each, all) = denoising.thresholds
            let thresholds = (0..<3).map { "\($0)a=\(each):\($0)b=\(all)" }.joined(separator: ":")
            filters.append("atadenoise=s=\(denoising.window):\(thresholds)")
        }
        if reading.debands == true { filters.append("deband") }
        return filters.joined(separator: ",")
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
        let isHalf = reading.deinterlacing != nil && each == 1
        return (made, Int(clamping: isHalf ? tick / 2 : tick))
    }

    private func open(_ frame: Frame) throws(IntakeError) -> FilterGraph {
        guard let library = FilterLibrary.shared else {
            throw IntakeError.library(path, attempted: "filter its pictures", cause: "libavfilter is not installed")
        }
        do throws(LibraryCode) {
            return try FilterGraph(library, like: frame, chain: chain)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ code: LibraryCode) -> IntakeError {
        .library(path, attempted: "filter its pictures", cause: "libavfilter's \(chain): \(code.words)")
    }
}
