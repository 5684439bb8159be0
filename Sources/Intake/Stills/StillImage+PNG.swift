import FFmpeg
import Media

extension StillImage {
    /// The image as a PNG file, by libavcodec.
    package func png() throws(IntakeError) -> [UInt8] {
        func failure(_ cause: String) -> IntakeError {
            IntakeError.library("\(width)x\(height)", attempted: "write a picture as PNG", cause: cause)
        }
        guard let encoder = Encoder(.png) else { throw failure("this libavcodec has no encoder for PNG") }
        let (image, output) = (Frame(), Packet())
        let codes = [
            encoder.openPicture(width: width, height: height), image.preparePicture(width: width, height: height),
        ]
        for code in codes where code.isFailure { throw failure(code.words) }
        guard image.fill(rgb: pixels) else { throw failure("out of memory") }
        let sent = encoder.send(image)
        let received = sent.isFailure ? sent : encoder.receive(output)
        guard !received.isFailure, output.hasPayload else { throw failure(received.words) }
        return output.bytes()
    }
}
