import CFFmpeg
import Media

/// The AAC encoder of libavcodec: the owner of an AVCodecContext, an AVFrame and an AVPacket.
///
/// It accepts planar floating-point samples in blocks of any length and returns packets of 1024 samples. At the start
/// it adds `priming` samples.
@safe final class AACEncoder {
    /// Samples of a packet.
    static let packetSampleCount = 1024

    private let layout: SoundLayout
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// Samples that wait for a full packet, by channel.
    private var waiting: [[Float]]
    private var taken: Int64 = 0

    /// Opens an encoder.
    init(_ layout: SoundLayout) throws(IntakeError) {
        self.layout = layout
        waiting = Array(repeating: [], count: layout.channelCount)
        guard let codec = unsafe avcodec_find_encoder_by_name("aac") else {
            throw IntakeError.library("audio", attempted: "encode AAC", cause: "this libavcodec has no AAC encoder")
        }
        // Safe: this object alone owns all three and frees them in deinit, which also runs if opening fails, because
        // everything is assigned by then.
        guard let context = unsafe avcodec_alloc_context3(codec), let frame = unsafe av_frame_alloc(),
            let packet = unsafe av_packet_alloc()
        else { fatalError("out of memory for an encoder's context") }
        unsafe self.context = unsafe context
        unsafe self.frame = unsafe frame
        unsafe self.packet = unsafe packet
        unsafe CodecLog.register(context)
        let code = unsafe granary_open_sound_encoder(
            context,
            codec,
            CInt(layout.sampleRate),
            layout.mask,
            layout.bitRate
        )
        guard code >= 0, unsafe Int(context.pointee.frame_size) == Self.packetSampleCount else {
            let cause = unsafe CodecLog.takeComplaint(of: context) ?? libraryMessage(code)
            throw IntakeError.library("audio", attempted: "encode AAC", cause: cause)
        }
    }

    deinit {
        unsafe CodecLog.unregister(context)
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
        unsafe av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
        unsafe av_frame_free(&frame)
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// Samples that a decoder returns before the first sample that was given.
    var priming: Int64 { Int64(unsafe context.pointee.initial_padding) }

    /// AudioSpecificConfig.
    var configuration: [UInt8] {
        // Safe: extradata has the size in its size field, and lives as long as the context.
        guard let data = unsafe context.pointee.extradata, unsafe context.pointee.extradata_size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(context.pointee.extradata_size)))
    }

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
        let code = unsafe avcodec_send_frame(context, nil)
        guard code >= 0 || granary_is_end(code) != 0 else { throw failure(code) }
        return packets + (try received())
    }

    private func send(_ count: Int) throws(IntakeError) -> [[UInt8]] {
        var code = unsafe granary_prepare_sound_frame(frame, CInt(count), CInt(layout.sampleRate), layout.mask)
        guard code >= 0 else { throw failure(code) }
        for channel in waiting.indices {
            // Safe: the frame has a plane with room for `count` samples for each of its channels.
            guard let plane = unsafe frame.pointee.extended_data[channel] else { throw failure(code) }
            let samples = waiting[channel]
            unsafe plane.withMemoryRebound(to: Float.self, capacity: count) { target in
                for index in 0..<count { unsafe target[index] = samples[index] }
            }
            waiting[channel].removeFirst(count)
        }
        unsafe frame.pointee.pts = taken
        taken += Int64(count)
        code = unsafe avcodec_send_frame(context, frame)
        guard code >= 0 else { throw failure(code) }
        return try received()
    }

    private func received() throws(IntakeError) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        while true {
            let code = unsafe avcodec_receive_packet(context, packet)
            if granary_is_again(code) != 0 || granary_is_end(code) != 0 { return packets }
            guard code >= 0, let data = unsafe packet.pointee.data else { throw failure(code) }
            // Safe: the packet has the size in its size field.
            packets.append(unsafe Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))))
            unsafe av_packet_unref(packet)
        }
    }

    private func failure(_ code: CInt) -> IntakeError {
        let cause = unsafe CodecLog.takeComplaint(of: context) ?? libraryMessage(code)
        return IntakeError.library("audio", attempted: "encode AAC", cause: cause)
    }
}
