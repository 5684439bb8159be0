import CFFmpeg
import Glibc
import Media

/// The input that libavformat reads a source from: the owner of an AVIOContext over an open file.
///
/// libavformat cannot open anything else through it: each attempt is refused and recorded. One demuxer uses it.
@safe final class SourceInput {
    /// The file.
    let file: SourceFile
    /// The error of the file, or the attempt to open another one. Nothing that was read since is reliable.
    private(set) var fault: IntakeError?
    /// Whether the file is an elementary stream. libavformat collects a picture of it in memory until the next one
    /// begins.
    var isBareStream = false
    private var offset: Int64 = 0
    private var drought = Drought()
    private var buffer: UnsafeMutablePointer<AVIOContext>?

    /// Bytes per read: libavformat's own number for files.
    private static let bufferByteCount = 32768

    /// What was read since the last packet: sparse files can be longer than anyone can read.
    private struct Drought {
        /// Bytes read, and how many zeros there are at their end.
        var (byteCount, zeroCount): (Int64, Int64) = (0, 0)
        /// Empty packets.
        var emptyCount = 0
        /// More than twenty minutes of omitted frames.
        static let mostEmpty = 1 << 16
        /// Any picture of an elementary stream is shorter: an 8K picture in 10 bits has 60 MiB before it is encoded.
        static let longestPicture: Int64 = 64 << 20
        /// No container has more zeros in a row: a black 8K picture in 16-bit RGB without compression has 190 MiB.
        static let longestVoid: Int64 = 256 << 20
    }

    /// Creates the input at the start of the file.
    init(_ file: SourceFile) {
        self.file = file
        // Safe: the context has a buffer from av_malloc, as it requires; deinit frees both. The context refers to this
        // object without owning it. Only the demuxer uses it, and the demuxer keeps this object until it has closed its
        // own context.
        let bytes = unsafe av_malloc(Self.bufferByteCount)?.assumingMemoryBound(to: UInt8.self)
        let address = unsafe Unmanaged.passUnretained(self).toOpaque()
        let context = unsafe avio_alloc_context(
            bytes,
            CInt(Self.bufferByteCount),
            0,
            address,
            { opaque, bytes, count in unsafe SourceInput.at(opaque)?.read(into: bytes, count) ?? granary_input_error },
            nil,
            { opaque, offset, whence in unsafe SourceInput.at(opaque)?.seek(offset, whence) ?? -1 }
        )
        guard unsafe bytes != nil, let context = unsafe context else { fatalError("out of memory for an input") }
        unsafe buffer = unsafe context
    }

    deinit {
        // libavformat may have replaced the buffer by a larger one.
        guard let context = unsafe buffer else { return }
        unsafe av_free(context.pointee.buffer)
        unsafe avio_context_free(&buffer)
    }

    /// Makes the context of a demuxer read from this input and open nothing else.
    @unsafe func attach(to context: UnsafeMutablePointer<AVFormatContext>) {
        // Safe: the demuxer owns both, and closes the context before this object is freed.
        unsafe context.pointee.pb = unsafe buffer
        unsafe context.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe context.pointee.io_open = { context, _, address, _, _ in
            let name = unsafe address.map { unsafe String(cString: $0) } ?? ""
            unsafe SourceInput.at(context?.pointee.opaque)?.refuse(name)
            return granary_refused_error
        }
    }

    /// The format that libavformat detects for the file; nil if it detects none. Reads from the start and seeks back.
    @unsafe func probedFormat(name: String) -> UnsafePointer<AVInputFormat>? {
        CodecLog.listen()
        var format: UnsafePointer<AVInputFormat>?
        // Safe: formats are constants of the library.
        return unsafe av_probe_input_buffer2(buffer, &format, name, nil, 0, 0) >= 0 ? format : nil
    }

    /// Records a packet. Some formats read zeros as an endless sequence of empty packets.
    func notePacket(isEmpty: Bool) {
        guard isEmpty else {
            drought = Drought()
            return
        }
        drought.emptyCount += 1
        if drought.emptyCount > Drought.mostEmpty {
            fault = fault ?? IntakeError.emptyPackets(file.path, count: drought.emptyCount, before: offset)
        }
    }

    private static func at(_ opaque: UnsafeMutableRawPointer?) -> SourceInput? {
        // Safe: contexts hold the address of the object that created them, which outlives them.
        unsafe opaque.map { unsafe Unmanaged<SourceInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func refuse(_ name: String) {
        fault = fault ?? IntakeError.opensOthers(file.path, name: name)
    }

    private func read(into bytes: UnsafeMutablePointer<UInt8>?, _ count: CInt) -> CInt {
        guard count > 0, let bytes = unsafe bytes else { return granary_input_error }
        do throws(IntakeError) {
            // Safe: libavformat lends room for that many bytes.
            let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
            let found = try unsafe file.read(into: room, at: offset)
            try unsafe note(UnsafeRawBufferPointer(rebasing: room[..<found]))
            offset += Int64(found)
            return found > 0 ? CInt(found) : granary_end_of_file
        } catch {
            fault = fault ?? error
            return granary_input_error
        }
    }

    private func note(_ bytes: UnsafeRawBufferPointer) throws(IntakeError) {
        guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
        drought.byteCount += Int64(bytes.count)
        // Safe: all bytes are equal if each is equal to the next.
        let isVoid = unsafe start.load(as: UInt8.self) == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
        drought.zeroCount = isVoid ? drought.zeroCount + Int64(bytes.count) : 0
        if drought.zeroCount > Drought.longestVoid {
            throw IntakeError.void(file.path, mebibytes: Drought.longestVoid >> 20, before: offset)
        }
        if isBareStream, drought.byteCount > Drought.longestPicture {
            throw IntakeError.endlessPicture(file.path, mebibytes: Drought.longestPicture >> 20, before: offset)
        }
    }

    private func seek(_ distance: Int64, _ whence: CInt) -> Int64 {
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return file.byteCount
        case SEEK_SET: base = 0
        case SEEK_CUR: base = offset
        case SEEK_END: base = file.byteCount
        default: return -1
        }
        let (place, overflow) = base.addingReportingOverflow(distance)
        guard !overflow, place >= 0 else { return -1 }
        offset = place
        return place
    }
}
