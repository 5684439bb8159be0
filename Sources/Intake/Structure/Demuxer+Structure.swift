import CFFmpeg
import Media

extension Demuxer {
    /// Most chapters that are read: no film has as many.
    private static let chapterLimit = 10_000
    /// Tags that describe the file and not the film.
    private static let fileTags: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "encoder", "handler_name", "vendor_id", "duration",
        "timecode", "modification_time", "reel_name", "operational_pattern_ul", "uid", "generation_uid",
        "company_name", "product_name", "product_version", "product_uid", "material_package_umid", "toolkit_version",
        "application_platform",
    ]

    /// The film's chapters in order, on its own clock; chapters that begin before it begin with it.
    var chapters: [Chapter] {
        var chapters: [Chapter] = []
        for index in 0..<min(chapterCount, Self.chapterLimit) {
            // Safe: the chapter and its dictionary live as long as the demuxer.
            let chapter = unsafe self.chapter(index).pointee
            guard let scale = TickScale(unsafe chapter.time_base), let ticks = unsafe scale.ticks(chapter.start) else {
                continue
            }
            let start = MediaTime(value: max(0, ticks), timescale: scale.timescale)
            guard LongestFilm.holds(start) else { continue }
            let title = unsafe Demuxer.tags(of: chapter.metadata).first { $0.key.lowercased() == "title" }?.value
            chapters.append(Chapter(start: start, title: title ?? ""))
        }
        return chapters.sorted { $0.start < $1.start }
    }

    /// The film's tags, sorted by key; a tag in several languages appears once.
    var metadata: [MetadataItem] {
        var items: [String: String] = [:]
        for tag in tags {
            let key = tag.key.contains(".") ? tag.key : tag.key.lowercased()
            let value = tag.value.trimmingSpaces
            guard !Self.fileTags.contains(key), !value.isEmpty, value.utf8.count <= 1 << 16, key.utf8.count <= 256,
                !key.isEmpty
            else { continue }
            // QuickTime texts appear once under their key and once with their language after a hyphen.
            if let hyphen = key.lastIndex(of: "-"), key[hyphen...].utf8.count == 4,
                tags.contains(where: { $0.key.lowercased() == key[..<hyphen] })
            {
                continue
            }
            if key == MetadataItem.creationTime {
                guard let seconds = CreationTime.seconds(value) else { continue }
                items[key] = String(seconds)
            } else {
                items[key] = items[key] ?? value
            }
        }
        return items.sorted { $0.key < $1.key }.map { MetadataItem(key: $0.key, value: $0.value) }
    }

    /// The timecode of the first frame: that of the video, else of a timecode track, else of the file.
    func timecode(video: Int, rate: FrameRate) -> Timecode? {
        let own = unsafe Demuxer.tags(of: stream(video).pointee.metadata)
        let others = (0..<streamCount).filter { isTimecode(stream: $0) }.flatMap { index in
            unsafe Demuxer.tags(of: stream(index).pointee.metadata)
        }
        return (own + others + tags).filter { $0.key.lowercased() == "timecode" }.lazy
            .compactMap { Timecode($0.value, rate: rate) }.first
    }

    /// Whether a stream is a timecode track.
    func isTimecode(stream index: Int) -> Bool {
        unsafe stream(index).pointee.codecpar.pointee.codec_tag == Self.tag("tmcd")
    }

    /// Whether a stream holds chapter names, which are read separately.
    func isChapterText(stream index: Int) -> Bool {
        let parameters = unsafe stream(index).pointee.codecpar.pointee
        return unsafe chapterCount > 0 && parameters.codec_id == AV_CODEC_ID_BIN_DATA
            && parameters.codec_tag == Self.tag("text")
    }

    /// A container's four-character code as FFmpeg stores it: its first letter is the lowest byte.
    static func tag(_ text: String) -> UInt32 { text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmingSpaces: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
