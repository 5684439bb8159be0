import CFFmpeg
import Media

/// One open container: the owner of an AVFormatContext and of the packet read last.
///
/// One thread at a time uses it. Pointers that it lends are valid until the next call or until it is freed.
@safe final class Demuxer {
    /// The file that it reads; it reads no other file.
    let file: SourceFile
    /// Colour and light metadata of each stream from the container alone, before a decoder adds any.
    let containerMetadata: [ColourMetadata]
    private let input: SourceInput
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private var counts: [Int: Int] = [:]
    private let endsAtDamage: Bool

    /// Opens a file and finds its streams.
    ///
    /// - Parameters:
    ///   - file: The open file: several demuxers may share it.
    ///   - appliesEditList: if false, all media of an MP4 is returned on its own media time, priming included.
    ///   - endsAtDamage: if true, damage in the container ends it; if false, it is an error.
    /// - Throws: if the file is not a film, refers to other files, or changes while it is read.
    init(_ file: SourceFile, appliesEditList: Bool = true, endsAtDamage: Bool = false) throws(IntakeError) {
        self.endsAtDamage = endsAtDamage
        self.file = file
        let input = SourceInput(file)
        self.input = input
        let name = "file:" + file.path
        if let format = unsafe input.probedFormat(name: name) {
            input.isBareStream = try unsafe FilmFormat.isBareStream(format, of: file.path)
        }
        if let fault = input.fault { throw fault }
        // Safe: the context and the packet are owned by this object alone and freed in deinit, or here on failure
        // (avformat_open_input frees a context that it could not open). The dictionary is freed after the call.
        guard let fresh = unsafe avformat_alloc_context(), let packet = unsafe av_packet_alloc() else {
            fatalError("out of memory for a demuxer's context")
        }
        unsafe CodecLog.register(fresh)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe fresh
        var options: OpaquePointer?
        unsafe input.attach(to: fresh)
        // A film must not make this process open any other file. No protocol has this name; an empty list might mean
        // all of them.
        unsafe av_dict_set(&options, "protocol_whitelist", "none", 0)
        unsafe av_dict_set(&options, "format_whitelist", FilmFormat.allowed, 0)
        unsafe av_dict_set(&options, "enable_drefs", "0", 0)
        unsafe av_dict_set(&options, "use_absolute_path", "0", 0)
        if !appliesEditList { unsafe av_dict_set(&options, "ignore_editlist", "1", 0) }
        let opened = unsafe avformat_open_input(&context, name, nil, &options)
        unsafe av_dict_free(&options)
        guard opened >= 0, let context = unsafe context else {
            let complaint = unsafe CodecLog.takeComplaint(of: fresh)
            unsafe CodecLog.unregister(fresh)
            var unused: UnsafeMutablePointer<AVPacket>? = unsafe packet
            unsafe av_packet_free(&unused)
            throw input.fault ?? IntakeError.notAMovie(file.path, code: opened, complaint: complaint)
        }
        unsafe self.context = unsafe context
        unsafe self.packet = unsafe packet
        var metadata: [ColourMetadata] = []
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            guard let stream = unsafe context.pointee.streams[index] else { continue }
            metadata.append(unsafe ColourMetadata(stream))
        }
        containerMetadata = metadata
        let found = unsafe avformat_find_stream_info(context, nil)
        if let fault = input.fault { throw fault }
        input.notePacket(isEmpty: false)
        guard found >= 0 else {
            throw IntakeError.notAMovie(path, code: found, complaint: unsafe CodecLog.takeComplaint(of: context))
        }
    }

    deinit {
        unsafe CodecLog.unregister(context)
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
        unsafe av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
        unsafe avformat_close_input(&context)
    }

    /// Path of the file.
    var path: String { file.path }

    /// Name of the container format, as in `mov,mp4,m4a,3gp,3g2,mj2`.
    var formatName: String { unsafe String(cString: context.pointee.iformat.pointee.name) }

    /// True for the MP4 and QuickTime family.
    var isISOMedia: Bool { formatName.split(separator: ",").contains("mp4") }

    /// Whether the container has no times but counts samples of equal length: AVI.
    var countsSamples: Bool { formatName == "avi" }

    /// Number of streams.
    var streamCount: Int { Int(unsafe context.pointee.nb_streams) }

    /// A stream of the container, 0 up to `streamCount`.
    @unsafe func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
        precondition(index >= 0 && index < streamCount, "stream \(index) is not one of \(streamCount)")
        guard let stream = unsafe context.pointee.streams[index] else { fatalError("FFmpeg lacks stream \(index)") }
        return unsafe stream
    }

    /// The packet that `next()` read last.
    @unsafe var currentPacket: UnsafeMutablePointer<AVPacket> { unsafe packet }

    /// The video streams in file order, without cover pictures.
    var videoStreams: [Int] {
        (0..<streamCount).filter { index in
            let isVideo = unsafe stream(index).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
            let disposition = unsafe stream(index).pointee.disposition
            return isVideo && disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) == 0
        }
    }

    /// The video stream to encode if none is chosen: the first one that is enabled (`tkhd`, or Matroska's default
    /// flag). In containers without such a flag, the one that FFmpeg chooses.
    var firstEnabledVideoStream: Int? {
        let streams = videoStreams
        if let enabled = streams.first(where: { unsafe stream($0).pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }) {
            return enabled
        }
        let best = Int(unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0))
        return streams.contains(best) ? best : streams.first
    }

    /// Number of chapters.
    var chapterCount: Int { Int(unsafe context.pointee.nb_chapters) }

    /// A chapter, 0 up to `chapterCount`.
    @unsafe func chapter(_ index: Int) -> UnsafeMutablePointer<AVChapter> {
        precondition(index >= 0 && index < chapterCount, "chapter \(index) is not one of \(chapterCount)")
        guard let chapter = unsafe context.pointee.chapters[index] else { fatalError("FFmpeg lacks chapter \(index)") }
        return unsafe chapter
    }

    /// The tags of the whole file.
    var tags: [MetadataItem] { unsafe Demuxer.tags(of: context.pointee.metadata) }

    /// The entries of a dictionary that are valid UTF-8, in its order. The dictionary lives through the call.
    @unsafe static func tags(of dictionary: OpaquePointer?) -> [MetadataItem] {
        var items: [MetadataItem] = []
        var entry: UnsafePointer<AVDictionaryEntry>?
        // Safe: this is FFmpeg's way to iterate a dictionary; both texts end with a zero and live as long as it does.
        while let found = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            unsafe entry = UnsafePointer(found)
            guard let key = unsafe String(validatingCString: found.pointee.key),
                let value = unsafe String(validatingCString: found.pointee.value)
            else { continue }
            items.append(MetadataItem(key: key, value: value))
        }
        return items
    }

    /// The start of the film's clock in ticks of a stream.
    ///
    /// Transport and program streams count from any origin, so their clock starts at the earliest start of any stream.
    /// All other containers count from the start of the presentation.
    func originTick(ofStream index: Int) -> Int64 {
        let flags = unsafe context.pointee.iformat.pointee.flags
        let start = unsafe context.pointee.start_time
        guard flags & AVFMT_TS_DISCONT != 0, start != granary_no_timestamp else { return 0 }
        let microseconds = AVRational(num: 1, den: AV_TIME_BASE)
        return unsafe av_rescale_q(start, microseconds, stream(index).pointee.time_base)
    }

    /// Keeps only these streams. The bytes of the others are not read if the container allows it.
    func keepOnly(streams: Set<Int>) {
        for index in 0..<streamCount {
            unsafe stream(index).pointee.discard = streams.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Samples of a stream that the container's header lists; 0 if it has no such list.
    func announcedSampleCount(ofStream index: Int) -> Int {
        unsafe Int(avformat_index_get_entries_count(stream(index)))
    }

    /// Undamaged packets of a stream that were read so far.
    func samplesRead(ofStream index: Int) -> Int { counts[index] ?? 0 }

    /// Reads the next packet of any kept stream; nil at the end of the file.
    func next() throws(IntakeError) -> PacketFacts? {
        // Safe: this object owns the packet, and unreferences it before it is filled again.
        unsafe av_packet_unref(packet)
        let code = unsafe av_read_frame(context, packet)
        // libavformat reports many read failures as the end of the file or of a packet.
        if let fault = input.fault {
            if endsAtDamage, fault.code == .damaged { return nil }
            throw fault
        }
        if code >= 0 {
            let facts = unsafe PacketFacts(packet)
            input.notePacket(isEmpty: facts.byteCount == 0)
            if !facts.isCorrupt { counts[facts.stream, default: 0] += 1 }
            return facts
        }
        try file.requireSteady()
        if granary_is_end(code) != 0 || endsAtDamage { return nil }
        throw IntakeError.brokenContainer(path, cause: takeComplaint() ?? libraryMessage(code))
    }

    /// The demuxer's first log message since the last call, or nil.
    func takeComplaint() -> String? { unsafe CodecLog.takeComplaint(of: context) }

    /// Seeks so that the next packets start at a key frame at or before a tick of the stream; false if the container
    /// cannot seek.
    func seek(stream: Int, notAfter tick: Int64) -> Bool {
        unsafe av_seek_frame(context, CInt(stream), tick, AVSEEK_FLAG_BACKWARD) >= 0
    }
}
