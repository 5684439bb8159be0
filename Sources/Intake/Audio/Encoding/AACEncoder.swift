import FFmpeg
import Media

/// The AAC encoder of libavcodec with its input and output.
///
/// It accepts planar floating-point samples in blocks of any length and returns packets of 1024 samples. At the start
/// it adds `priming` samples.
final class AACEncoder {
    /// Samples of a packet.
    static let packetSampleCount = 1024

    private let layout: AudioLayout
    private let encoder: Encoder
    private let frame = Frame()
    private let packet = Packet()
    /// Samples that wait for a full packet, by channel.
    private var waiting: [[Float]]
    private var taken: Int64 = 0

    /// Opens an encoder.
    init(_ layout: AudioLayout) throws(IntakeError) {
        self.layout = layout
        waiting = Array(repeating: [], count: layout.channelCount)
        guard let encoder = Encoder(.aac) else {
            throw IntakeError.library("audio", attempted: "encode AAC", cause: "this libavcodec has no AAC encoder")
        }
        self.encoder = encoder
        let code = encoder.openAudio(sampleRate: layout.sampleRate, mask: layout.mask, bitRate: layout.bitRate)
        guard !code.isFailure, encoder.frameSize == Self.packetSampleCount else { throw failure(code) }
    }

    /// Samples that a decoder returns before the first sample that was given.
    var priming: Int64 { Int64(encoder.initialPadding) }

    /// AudioSpecificConfig.
    var configuration: [UInt8] { encoder.configuration }

    /// Encodes samples, as many of each channel, and returns the packets that are ready.
    func encode(_ samples: [[Float]]) throws(IntakeError) -> [[UInt8]] {
        for channel in waiting.indices { waiting[channel] += samples[channel] }
        var packets: [[UInt8]] = []
        while waiting[0].count >= Self.packetSampleCount { packets += try send(Self.packetSampleCount) }
        return packets
    }

    /// Ends the input and returns the remaining packets.
    func finish() throws(IntakeError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        if !waiting[0].isEmpty { packets += try send(waiting[0].count) }
        let code = encoder.send(nil)
        guard !code.isFailure || code.isEnd else { throw failure(code) }
        return packets + (try received())
    }

    private func send(_ count: Int) throws(IntakeError) -> [[UInt8]] {
        var code = frame.prepareAudio(sampleCount: count, sampleRate: layout.sampleRate, mask: layout.mask)
        guard !code.isFailure else { throw failure(code) }
        for channel in waiting.indices {
            guard frame.fill(channel: channel, with: waiting[channel], at: taken) else { throw failure(code) }
            waiting[channel].removeFirst(count)
        }
        taken += Int64(count)
        code = encoder.send(frame)
        guard !code.isFailure else { throw failure(code) }
        return try received()
    }

    private func received() throws(IntakeError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        while true {
            let code = encoder.receive(packet)
            if code.isAgain || code.isEnd { return packets }
            guard !code.isFailure, packet.hasPayload else { throw failure(code) }
            packets.append(packet.bytes())
            packet.clear()
        }
    }

    private func failure(_ code: LibraryCode) -> IntakeError {
        IntakeError.library("audio", attempted: "encode AAC", cause: encoder.takeComplaint() ?? code.words)
    }
}
