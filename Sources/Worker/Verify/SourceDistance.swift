import Intake
import Media
import Quality

/// Compares decoded pictures, in frame order, with the pictures of a source.
final class SourceDistance {
    /// Why no more pictures can be compared; nil until that happens.
    private(set) var obstacle: String?

    private let source: SourceDescription
    private let conversions: [PictureConversion]?
    private var pictures: PictureSequence?
    private var quality = FilmQuality()

    /// Prepares to read a source.
    ///
    /// - Parameters:
    ///   - conversions: the job's, from each film of the source to the film's pictures; nil when no job is known.
    ///   - colour: the colours of the film; nil if it does not say.
    init(_ source: SourceDescription, conversions: [PictureConversion]?, colour: ColourDescription?) {
        self.source = source
        self.conversions = conversions
        // RGB becomes Y'CbCr without a change of colours.
        guard conversions == nil, source.video.isRGB != true, let colour else { return }
        let changes = source.video.colour.filled(from: colour).changes(to: colour)
        if !changes.isEmpty {
            obstacle = "only its job knows how colours were converted: \(changes.joined(separator: ", "))"
        }
    }

    /// Number of pictures that were compared.
    var count: Int { quality.count }

    /// The average over all pictures that were compared; nil without any.
    var mean: MovieVerdict.Distance? {
        guard let psnr = quality.psnr, let ssim = quality.ssim else { return nil }
        return MovieVerdict.Distance(psnr: psnr.mean, ssim: ssim.mean)
    }

    /// Compares a picture with the source's picture of the same frame, scaled to its size; sets `obstacle` on failure.
    func add(_ picture: borrowing DecodedPicture, frame: Int) throws {
        guard obstacle == nil, frame < source.video.timeline.count else { return }
        do {
            if pictures == nil {
                let outputs = conversions ?? source.parts.map { PictureConversion($0.video) }
                pictures = try FilmReader(source: source, outputs: outputs.map { output(like: picture, $0) })
                    .pictures(in: frame..<source.video.timeline.count)
            }
            guard let reference = try pictures?.next() else { return }
            guard reference.frame == frame else {
                obstacle = "frame \(frame) did not decode"
                return
            }
            quality.add(try PictureComparison(of: picture, against: reference))
        } catch {
            obstacle = "\(error)"
        }
    }

    /// A conversion to pictures of the size and format of a film's.
    private func output(
        like picture: borrowing DecodedPicture,
        _ conversion: PictureConversion
    ) -> PictureConversion {
        var output = conversion
        if output.size != picture.size {
            // RGB is converted to Y'CbCr as for the film, at any size.
            output = PictureConversion(
                size: picture.size,
                format: picture.format,
                matrix: output.matrix,
                isFullRange: output.matrix == nil ? nil : output.isFullRange
            )
            output.colours = conversion.colours
            output.target = conversion.target
        }
        output.format = picture.format
        return output
    }
}
