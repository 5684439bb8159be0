import CFFmpeg
package import Media

/// One open container: the owner of an AVFormatContext.
///
/// One thread at a time uses it. Its values are those of the moment: reading packets may add streams and metadata.
@safe package final class Container {
    private let input: ContainerInput
    private let context: UnsafeMutablePointer<AVFormatContext>

    /// Opens a file and reads its header.
    ///
    /// - Parameters:
    ///   - name: is only used in messages and to guess the format.
    ///   - options: libavformat's own, in this order.
    package init(
        _ input: ContainerInput,
        name: String,
        options: KeyValuePairs<String, String>
    ) throws(OpenFailure) {
        self.input = input
        // Safe: the context is owned by this object alone and freed in deinit, or by avformat_open_input if it cannot
        // open it. The dictionary is freed after the call.
        guard let fresh = unsafe avformat_alloc_context() else { fatalError("out of memory for a demuxer's context") }
        unsafe MessageLog.register(fresh)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe fresh
        var dictionary: OpaquePointer?
        unsafe input.attach(to: fresh)
        for (key, value) in options { unsafe av_dict_set(&dictionary, key, value, 0) }
        let opened = unsafe avformat_open_input(&context, name, nil, &dictionary)
        unsafe av_dict_free(&dictionary)
        guard opened >= 0, let context = unsafe context else {
            let complaint = unsafe MessageLog.takeComplaint(of: fresh)
            unsafe MessageLog.unregister(fresh)
            throw OpenFailure(code: LibraryCode(opened), complaint: complaint)
        }
        unsafe self.context = unsafe context
    }

    deinit {
        // Safe: nothing uses the context any more; streams keep this object.
        unsafe MessageLog.unregister(context)
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
        unsafe avformat_close_input(&context)
    }

    /// Reads as much as is needed to describe the streams.
    package func findStreams() -> LibraryCode { LibraryCode(unsafe avformat_find_stream_info(context, nil)) }

    /// Name of the container format, as in `mov,mp4,m4a,3gp,3g2,mj2`.
    package var formatName: String { unsafe String(cString: context.pointee.iformat.pointee.name) }

    /// Whether the format may start its clock anywhere and jump, as transport and program streams do.
    package var hasAnyClock: Bool { unsafe context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0 }

    /// The earliest start of any stream in microseconds; nil if unknown.
    package var startTime: Int64? { Library.timestamp(unsafe context.pointee.start_time) }

    /// Number of streams.
    package var streamCount: Int { Int(unsafe context.pointee.nb_streams) }

    /// A stream of the container, 0 up to `streamCount`.
    package func stream(_ index: Int) -> ContainerStream {
        precondition(index >= 0 && index < streamCount, "stream \(index) is not one of \(streamCount)")
        // Safe: the index was checked; the stream keeps the container, which keeps the structure.
        guard let stream = unsafe context.pointee.streams[index] else { fatalError("FFmpeg lacks stream \(index)") }
        return unsafe ContainerStream(stream, of: self)
    }

    /// The video stream that FFmpeg chooses; negative if there is none.
    package var bestVideoStream: Int { Int(unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)) }

    /// Number of chapters.
    package var chapterCount: Int { Int(unsafe context.pointee.nb_chapters) }

    /// A chapter, 0 up to `chapterCount`.
    package func chapter(_ index: Int) -> ContainerChapter {
        precondition(index >= 0 && index < chapterCount, "chapter \(index) is not one of \(chapterCount)")
        // Safe: the index was checked; everything is copied while the context lives.
        guard let chapter = unsafe context.pointee.chapters[index] else { fatalError("FFmpeg lacks chapter \(index)") }
        let base = unsafe chapter.pointee.time_base
        return ContainerChapter(
            start: unsafe chapter.pointee.start,
            timeBase: Ratio(base.num, over: base.den),
            tags: unsafe Container.tags(of: chapter.pointee.metadata)
        )
    }

    /// The tags of the whole file.
    package var tags: [MetadataItem] { unsafe Container.tags(of: context.pointee.metadata) }

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

    /// Replaces the content of a packet by the next one of any stream that is kept.
    package func read(into packet: Packet) -> LibraryCode {
        // Safe: the packet is unreferenced before it is filled again.
        unsafe av_packet_unref(packet.raw)
        return LibraryCode(unsafe av_read_frame(context, packet.raw))
    }

    /// Seeks so that the next packets start at a key frame at or before a tick of the stream.
    package func seek(stream: Int, notAfter tick: Int64) -> LibraryCode {
        LibraryCode(unsafe av_seek_frame(context, CInt(stream), tick, AVSEEK_FLAG_BACKWARD))
    }

    /// The first log message since the last call, or nil.
    package func takeComplaint() -> String? { unsafe MessageLog.takeComplaint(of: context) }
}
