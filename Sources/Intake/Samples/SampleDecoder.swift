import FFmpeg
package import Media

/// Decodes the pictures of samples that come without a container.
///
/// Samples are given in decode order, each with a number. Pictures come out in presentation order, each with the number
/// of its sample. libavcodec says which samples are damaged, but not which pictures refer to them. So all pictures from
/// a damaged sample to the next key frame count as damaged. One thread at a time uses it.
package final class SampleDecoder {
    /// The answer for a sample.
    package enum Answer {
        /// Its picture.
        case picture(number: Int64, DecodedPlanes)
        /// Why it has none.
        case failure(number: Int64, IntakeError)
    }

    /// Errors after one sample, or after the last one, with which decoding it ends.
    private static let mostErrors = 64

    private let decoder: Decoder
    private let codec: String
    private let size: PictureSize
    private let picture = Frame()
    private let packet = Packet()
    /// Properties of the first picture, which all others must share.
    private var form: PictureFacts?
    private var converter: PictureConverter?
    /// The damaged sample after which no key frame came out yet.
    private var damage: Int64?

    /// Opens a decoder.
    ///
    /// - Parameters:
    ///   - codec: FFmpeg's name.
    ///   - configuration: the codec configuration of a container; it may be empty.
    ///   - size: of the pictures.
    /// - Throws: `unsupported` if libavcodec lacks the decoder, `damaged` if it refuses the configuration.
    package init(codec: String, configuration: [UInt8], size: PictureSize) throws(IntakeError) {
        self.codec = codec
        self.size = size
        guard
            let decoder = Decoder(video: codec, configuration: configuration, width: size.width, height: size.height)
        else {
            throw IntakeError(
                .unsupported,
                kind: .unavailable,
                attempted: "decode samples",
                subject: codec,
                cause: "this libavcodec has no decoder for pictures of this name",
                remedy: "use a codec that `ffmpeg -decoders` lists"
            )
        }
        self.decoder = decoder
        let opened = decoder.open(findsDamage: true)
        let complaint = decoder.takeComplaint()
        // A decoder opens even with a configuration that it cannot read, and then only complains.
        guard !opened.isFailure, complaint == nil else {
            throw IntakeError(
                opened.isFailure && !opened.isInvalidData ? .library : .damaged,
                attempted: "open a decoder",
                subject: codec,
                cause: complaint ?? opened.words,
                remedy: "take the codec configuration from the container of the samples"
            )
        }
    }

    /// Whether libavcodec decodes pictures of the codec with this name of FFmpeg.
    package static func isAvailable(codec: String) -> Bool { Decoder.exists(forVideo: codec) }

    /// Decodes a sample, and passes on the answers that are ready.
    package func decode(_ bytes: [UInt8], number: Int64, _ take: (Answer) -> Void) {
        let filled = packet.fill(bytes, at: number)
        guard !filled.isFailure else {
            return take(.failure(number: number, failure(.library, "\(filled.words): \(bytes.count) bytes")))
        }
        let code = decoder.send(packet)
        packet.clear()
        note(code, of: number, take)
        drain(after: number, take)
    }

    /// Passes on the answers that are left. No sample follows.
    package func finish(_ take: (Answer) -> Void) {
        decoder.send(nil)
        drain(after: nil, take)
    }

    /// Reports a sample as damaged if the decoder complains: it conceals many errors, and reports them only in its log.
    private func note(_ code: LibraryCode, of number: Int64?, _ take: (Answer) -> Void) {
        let isError = code.isFailure && !code.isAgain && !code.isEnd
        guard let words = decoder.takeComplaint() ?? (isError ? code.words : nil), let number else { return }
        damage = damage ?? number
        take(.failure(number: number, failure(.damaged, words)))
    }

    private func drain(after number: Int64?, _ take: (Answer) -> Void) {
        var errors = 0
        while errors < Self.mostErrors {
            let code = decoder.receive(picture)
            note(code, of: number, take)
            if code.isAgain || code.isEnd { return }
            if code.isFailure {
                errors += 1
            } else if let number = picture.presentationTick ?? picture.likelyTick {
                take(answer(number))
            }
        }
    }

    private func answer(_ number: Int64) -> Answer {
        if let found = damage, picture.isKey, number > found { damage = nil }
        if picture.isDamaged {
            damage = damage ?? number
            return .failure(number: number, failure(.damaged, "the decoder had to guess parts of the picture"))
        }
        if let found = damage, number >= found {
            return .failure(
                number: number,
                failure(.damaged, "an earlier picture is damaged, and no key frame followed")
            )
        }
        do throws(IntakeError) {
            return .picture(number: number, try planes())
        } catch {
            return .failure(number: number, error)
        }
    }

    /// The picture that came out last; throws if it is not like the first one.
    private func planes() throws(IntakeError) -> DecodedPlanes {
        let facts = PictureFacts(picture)
        let name = PlanarLayout.name(of: facts.pixelFormat)
        guard let layout = PlanarLayout(pixelFormat: facts.pixelFormat), !layout.isRGB else {
            throw failure(.unsupported, "its pixel format \(name) cannot be converted")
        }
        guard !facts.isInterlaced else { throw failure(.interlaced, "the picture consists of two fields") }
        let isAlike = form.map { $0.pixelFormat == facts.pixelFormat } ?? true
        guard facts.size == size, isAlike else {
            let known = form.map { " \(PlanarLayout.name(of: $0.pixelFormat))" } ?? ""
            throw failure(.formatChange, "its picture is \(facts.size) \(name), not \(size)\(known)")
        }
        form = facts
        let even = size.roundedUpToEven
        let output = PictureConversion(
            size: even,
            format: layout.nearestPixelFormat,
            shown: size == even ? nil : size
        )
        let converter: PictureConverter
        if let known = self.converter {
            converter = known
        } else {
            converter = try PictureConverter(target: output, path: codec)
            self.converter = converter
        }
        return DecodedPlanes(format: output.format, size: even, storage: try converter.storage(of: picture))
    }

    private func failure(_ code: IntakeError.Code, _ cause: String) -> IntakeError {
        IntakeError(code, attempted: "decode a sample", subject: codec, cause: cause, remedy: "")
    }
}
