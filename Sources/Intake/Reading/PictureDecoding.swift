import FFmpeg
import Media

/// What decodes exact frames of one file.
protocol PictureDecoding: AnyObject {
    /// The film of the file.
    var source: SourceDescription { get }
    /// Size and format of the pictures that are returned.
    var output: PictureConversion { get }
    /// From decoded pictures to those that are returned.
    var converter: PictureConverter { get }
    /// Takes each decoded picture with its number and what it says about light, instead of the converter, and returns
    /// whether more are wanted; nil for most films.
    var taker: ((Frame, Int, LightMetadata?) throws(IntakeError) -> Bool)? { get set }
    /// Decodes frames in order and passes each to `body`, until the range is finished or `body` returns false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError)
}

extension PictureDecoding {
    /// A picture of the file with its number and its times.
    func picture(_ frame: Int, of storage: [UInt8], damage: String? = nil, light: LightMetadata? = nil) -> Picture {
        Picture(
            format: output.format,
            size: output.size,
            frame: frame,
            presentationTime: source.video.timeline.time(of: frame),
            duration: source.video.timeline.duration(of: frame),
            damage: damage,
            light: light,
            storage: storage
        )
    }
}

extension SourceDescription {
    /// Opens the file of a single film.
    func decoder(to output: PictureConversion) throws(IntakeError) -> any PictureDecoding {
        if isStill { return try StillDecoder(source: self, output: output) }
        return try RangeDecoder(source: self, output: output)
    }
}
