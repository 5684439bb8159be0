import FFmpeg
import Media

/// A video decoder with its output picture.
///
/// Single-threaded: ranges that are decoded in parallel share the processor between processes. One thread at a time
/// uses it.
final class VideoDecoder {
    /// The answer of a decoder to a request for a picture.
    enum Answer: Equatable {
        /// `picture` holds the next one in presentation order.
        case picture
        /// It needs a packet first.
        case needsPacket
        /// All pictures were returned.
        case end
        /// It failed, with its message.
        case failure(String)
    }

    /// The picture that the last answer announced; valid until the decoder is asked again.
    let picture = Frame()
    private let path: String
    private let decoder: Decoder

    /// Opens the decoder of a stream.
    ///
    /// - Parameter concealsDamage: true also returns pictures that lack parts or references.
    init(_ demuxer: Demuxer, stream index: Int, concealsDamage: Bool = false) throws(IntakeError) {
        guard let decoder = Decoder(for: demuxer.stream(index)) else {
            throw IntakeError(
                .unsupported,
                kind: .unavailable,
                attempted: "decode the video",
                subject: demuxer.path,
                cause: "this libavcodec has no decoder for \(demuxer.codecName(ofStream: index))",
                remedy: "convert the film to a codec that `ffmpeg -decoders` lists"
            )
        }
        path = demuxer.path
        self.decoder = decoder
        let opened = decoder.open(findsDamage: true, returnsDamaged: concealsDamage)
        if opened.isInvalidData {
            throw IntakeError(
                .damaged,
                attempted: "open the video decoder",
                subject: path,
                cause: takeComplaint() ?? opened.words,
                remedy: "copy the film again from its source; its codec configuration is damaged"
            )
        }
        guard !opened.isFailure else {
            throw IntakeError.library(
                path,
                attempted: "open the video decoder",
                cause: takeComplaint() ?? opened.words
            )
        }
    }

    /// Gives the decoder the packet that the demuxer read last; nil if it was accepted, else the decoder's message.
    ///
    /// - Parameter isWanted: false for a packet whose own picture is not needed. The decoder skips it if no other
    ///   picture refers to it, as far as the codec says so; other pictures do not change.
    func take(packetOf demuxer: Demuxer, isWanted: Bool) -> String? {
        // The decoder is single-threaded: this setting applies to this packet and not to earlier ones.
        decoder.skipUnreferenced(!isWanted)
        let code = decoder.send(demuxer.currentPacket)
        return code.isFailure ? takeComplaint() ?? code.words : nil
    }

    /// Tells the decoder that no packet follows.
    func finish() { decoder.send(nil) }

    /// Asks for the next picture.
    func next() -> Answer {
        let code = decoder.receive(picture)
        if !code.isFailure { return .picture }
        if code.isAgain { return .needsPacket }
        if code.isEnd { return .end }
        return .failure(takeComplaint() ?? code.words)
    }

    /// Resets the decoder: for use after a seek or after `finish()`.
    func reset() {
        decoder.reset()
        _ = takeComplaint()
    }

    /// The decoder's first log message since the last call, or nil.
    func takeComplaint() -> String? { decoder.takeComplaint() }
}
