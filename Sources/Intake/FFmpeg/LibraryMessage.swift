import CFFmpeg

/// FFmpeg's text for one of its error codes, as in "Invalid data found when processing input".
func libraryMessage(_ code: CInt) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // Safe: av_strerror writes at most the given number of bytes, its terminating zero included.
    unsafe text.withUnsafeMutableBufferPointer { _ = unsafe av_strerror(code, $0.baseAddress, $0.count) }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
