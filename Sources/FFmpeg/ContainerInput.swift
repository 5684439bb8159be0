import CFFmpeg

/// The input that libavformat reads a file from: the owner of an AVIOContext.
///
/// libavformat cannot open anything else through it: each attempt is refused and recorded by the source.
@safe package final class ContainerInput {
    private let source: any ContainerSource
    private var buffer: UnsafeMutablePointer<AVIOContext>?

    /// Bytes per read: libavformat's own number for files.
    private static let bufferByteCount = 32768

    /// Creates the input, and keeps its source.
    package init(_ source: any ContainerSource) {
        self.source = source
        // Safe: the context has a buffer from av_malloc, as it requires; deinit frees both. The context refers to this
        // object without owning it. Only the container uses it, and the container keeps this object until it has closed
        // its own context.
        let bytes = unsafe av_malloc(Self.bufferByteCount)?.assumingMemoryBound(to: UInt8.self)
        let address = unsafe Unmanaged.passUnretained(self).toOpaque()
        let context = unsafe avio_alloc_context(
            bytes,
            CInt(Self.bufferByteCount),
            0,
            address,
            { opaque, bytes, count in unsafe ContainerInput.at(opaque)?.read(into: bytes, count) ?? granary_input_error
            },
            nil,
            { opaque, offset, whence in unsafe ContainerInput.at(opaque)?.seek(offset, whence) ?? -1 }
        )
        guard unsafe bytes != nil, let context = unsafe context else { fatalError("out of memory for an input") }
        unsafe buffer = unsafe context
    }

    deinit {
        // Safe: no container reads from it any more. libavformat may have replaced the buffer by a larger one.
        guard let context = unsafe buffer else { return }
        unsafe av_free(context.pointee.buffer)
        unsafe avio_context_free(&buffer)
    }

    /// The format that libavformat detects for the file; nil if it detects none. Reads from the start and seeks back.
    package func probedFormat(name: String) -> ContainerFormat? {
        MessageLog.listen()
        var found: UnsafePointer<AVInputFormat>?
        // Safe: formats are constants of the library, and have a name; not all have a long one.
        guard unsafe av_probe_input_buffer2(buffer, &found, name, nil, 0, 0) >= 0, let format = unsafe found else {
            return nil
        }
        return ContainerFormat(
            name: unsafe String(cString: format.pointee.name),
            longName: unsafe format.pointee.long_name.map { unsafe String(cString: $0) }
        )
    }

    /// Makes the context of a container read from this input and open nothing else.
    @unsafe func attach(to context: UnsafeMutablePointer<AVFormatContext>) {
        // Safe: the container owns the context and keeps this object, and closes the context first.
        unsafe context.pointee.pb = unsafe buffer
        unsafe context.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe context.pointee.io_open = { context, _, address, _, _ in
            let name = unsafe address.map { unsafe String(cString: $0) } ?? ""
            unsafe ContainerInput.at(context?.pointee.opaque)?.source.refuse(name)
            return granary_refused_error
        }
    }

    private static func at(_ opaque: UnsafeMutableRawPointer?) -> ContainerInput? {
        // Safe: contexts hold the address of the object that created them, which outlives them.
        unsafe opaque.map { unsafe Unmanaged<ContainerInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into bytes: UnsafeMutablePointer<UInt8>?, _ count: CInt) -> CInt {
        guard count > 0, let bytes = unsafe bytes else { return granary_input_error }
        // Safe: libavformat lends room for that many bytes.
        let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
        guard let found = unsafe source.read(into: room) else { return granary_input_error }
        return found > 0 ? CInt(found) : granary_end_of_file
    }

    private func seek(_ distance: Int64, _ whence: CInt) -> Int64 {
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return source.byteCount
        case SEEK_SET: base = 0
        case SEEK_CUR: base = source.offset
        case SEEK_END: base = source.byteCount
        default: return -1
        }
        let (place, overflow) = base.addingReportingOverflow(distance)
        guard !overflow, place >= 0 else { return -1 }
        source.offset = place
        return place
    }
}
