import FFmpeg
import Media

/// Decodes a still image as the only frame of a film.
final class StillDecoder: PictureDecoding {
    let converter: PictureConverter
    var taker: ((Frame, Int, LightMetadata?) throws(IntakeError) -> Bool)?
    let source: SourceDescription
    let output: PictureConversion
    private let image: ImageDecoding

    /// Opens the file. Throws if it is not the probed one.
    init(source: SourceDescription, output: PictureConversion) throws(IntakeError) {
        (self.source, self.output) = (source, output)
        image = try ImageDecoding(SourceFileBytes(file: SourceFile(of: source)), path: source.path)
        guard image.size == source.video.size else {
            throw IntakeError.changed(source.path, difference: "it is \(image.size), not \(source.video.size)")
        }
        converter = try PictureConverter(target: output, path: source.path)
    }

    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        guard frames.contains(0) else { return }
        let frame = try image.frame()
        let name = PlanarLayout.name(of: frame.format)
        guard name == source.video.sourcePixelFormat else {
            throw IntakeError.changed(source.path, difference: "it is \(name), not \(source.video.sourcePixelFormat)")
        }
        if let taker {
            _ = try taker(frame, 0, nil)
        } else {
            _ = body(picture(0, of: try converter.storage(of: frame)))
        }
    }
}
