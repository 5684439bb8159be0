import CFFmpeg
import Media

extension StillImage {
    /// The image as a PNG file, by libavcodec.
    package func png() throws(IntakeError) -> [UInt8] {
        func failure(_ cause: String) -> IntakeError {
            IntakeError.library("\(width)x\(height)", attempted: "write a picture as PNG", cause: cause)
        }
        // Safe: codec descriptions are constants of the library.
        guard let codec = unsafe avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw failure("this libavcodec has no encoder for PNG")
        }
        // Safe: context, frame and packet belong to this call, and are freed when it returns.
        var context = unsafe avcodec_alloc_context3(codec)
        var frame = unsafe av_frame_alloc()
        var packet = unsafe av_packet_alloc()
        defer {
            unsafe av_packet_free(&packet)
            unsafe av_frame_free(&frame)
            unsafe avcodec_free_context(&context)
        }
        guard let encoder = unsafe context, let image = unsafe frame, let output = unsafe packet else {
            fatalError("out of memory for a small picture")
        }
        unsafe encoder.pointee.width = CInt(width)
        unsafe encoder.pointee.height = CInt(height)
        unsafe encoder.pointee.pix_fmt = AV_PIX_FMT_RGB24
        unsafe encoder.pointee.time_base = AVRational(num: 1, den: 25)
        unsafe encoder.pointee.thread_count = 1
        unsafe image.pointee.width = CInt(width)
        unsafe image.pointee.height = CInt(height)
        unsafe image.pointee.format = AV_PIX_FMT_RGB24.rawValue
        for code in unsafe [avcodec_open2(encoder, codec, nil), av_frame_get_buffer(image, 0)] where code < 0 {
            throw failure(libraryMessage(code))
        }
        guard let rows = unsafe image.pointee.data.0 else { throw failure("out of memory") }
        let stride = unsafe Int(image.pointee.linesize.0)
        for row in 0..<height {
            // Safe: the buffer that the library allocated has `height` rows of `stride` bytes, with at least three per
            // pixel.
            let line = unsafe UnsafeMutableRawBufferPointer(start: rows + row * stride, count: 3 * width)
            unsafe line.copyBytes(from: pixels[row * 3 * width..<(row + 1) * 3 * width])
        }
        let sent = unsafe avcodec_send_frame(encoder, image)
        let received = unsafe sent < 0 ? sent : avcodec_receive_packet(encoder, output)
        guard received >= 0, let data = unsafe output.pointee.data else { throw failure(libraryMessage(received)) }
        // Safe: the packet has the size in its size field until it is freed.
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(output.pointee.size)))
    }
}
