import FFmpeg
import Media

/// What decodes exact frames of one file.
protocol PictureDecoding: AnyObject {
    /// From decoded pictures to those that are returned.
    var converter: PictureConverter { get }
    /// Takes each decoded picture with its number and what it says about light, instead of the converter, and returns
    /// whether more are wanted; nil for most films.
    var taker: ((Frame, Int, LightMetadata?) throws(IntakeError) -> Bool)? { get set }
    /// Decodes frames in order and passes each to `body`, until the range is finished or `body` returns false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError)
    /// A picture of the file with its number and its times.
    func picture(_ frame: Int, of storage: [UInt8], damage: String?, light: LightMetadata?) -> Picture
}

extension SourceDescription {
    /// Opens the file of a single film.
    func decoder(to output: PictureConversion) throws(IntakeError) -> any PictureDecoding {
        if isStill { return try StillDecoder(source: self, output: output) }
        return try RangeDecoder(source: self, output: output)
    }
}
