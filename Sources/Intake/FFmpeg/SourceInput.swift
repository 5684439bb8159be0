import CFFmpeg
import Glibc
import Media

/// What libavformat reads a source through: the owner of an AVIOContext over a file that is open already.
///
/// libavformat can open nothing else through it: each attempt is refused and noted. One demuxer uses it.
@safe final class SourceInput {
    /// The file.
    let file: SourceFile
    /// What is wrong with the file, or what it asked for: nothing that was read since may be believed.
    private(set) var fault: IntakeError?
    /// Whether the file is a stream of one codec, whose pictures libavformat gathers in memory until the next one
    /// begins.
    var isBareStream = false
    private var offset: Int64 = 0
    private var drought = Drought()
    private var buffer: UnsafeMutablePointer<AVIOContext>?

    /// Bytes that are read at once: libavformat's own number for files.
    private static let bufferByteCount = 32768

    /// What has been read without coming to a packet: sparse files can be longer than anybody reads.
    private struct Drought {
        /// Bytes read, and how many of them were zeros up to now.
        var (byteCount, zeroCount): (Int64, Int64) = (0, 0)
        /// Packets without a byte.
        var emptyCount = 0
        /// More than twenty minutes of frames that are left out.
        static let mostEmpty = 1 << 16
        /// A picture of a bare stream is shorter: one of 8K in 10 bits has 60 MiB before it is encoded.
        static let longestPicture: Int64 = 64 << 20
        /// No container has more zeros in a row: a black picture of 8K in RGB of 16 bits without compression has 190
        /// MiB.
        static let longestVoid: Int64 = 256 << 20
    }

    /// Creates the input, at the file's start.
    init(_ file: SourceFile) {
        self.file = file
        // Safe: the context has a buffer of av_malloc's, as it wants; both are freed in deinit. It holds this object
        // without owning it, and is used by the demuxer alone, which keeps this object until it has closed its own
        // context.
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

    /// Makes a demuxer's context read from here, and open nothing.
    @unsafe func attach(to context: UnsafeMutablePointer<AVFormatContext>) {
        // Safe: the context is closed before this object goes, by the demuxer that owns both.
        unsafe context.pointee.pb = unsafe buffer
        unsafe context.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe context.pointee.io_open = { context, _, address, _, _ in
            let name = unsafe address.map { unsafe String(cString: $0) } ?? ""
            unsafe SourceInput.at(context?.pointee.opaque)?.refuse(name)
            return granary_refused_error
        }
    }

    /// The format that libavformat takes the file for; nil when it knows none. Reads from the start, and goes back
    /// there.
    @unsafe func probedFormat(name: String) -> UnsafePointer<AVInputFormat>? {
        CodecLog.listen()
        var format: UnsafePointer<AVInputFormat>?
        // Safe: formats are constants of the library.
        return unsafe av_probe_input_buffer2(buffer, &format, name, nil, 0, 0) >= 0 ? format : nil
    }

    /// Notes that there was a packet: zeros are empty packets to some formats, without an end.
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
        // Safe: contexts have the address of the object that made them, which outlives them.
        unsafe opaque.map { unsafe Unmanaged<SourceInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func refuse(_ name: String) {
        fault = fault ?? IntakeError.opensOthers(file.path, name: name)
    }

    private func read(into bytes: UnsafeMutablePointer<UInt8>?, _ count: CInt) -> CInt {
        guard count > 0, let bytes = unsafe bytes else { return granary_input_error }
        do throws(IntakeError) {
            // Safe: libavformat lends room for so many bytes.
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
        // Safe: all bytes are equal when each is equal to the next.
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
