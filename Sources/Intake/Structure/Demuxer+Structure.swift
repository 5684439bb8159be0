import FFmpeg
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
            let chapter = chapter(index)
            guard let scale = TickScale(chapter.timeBase), let ticks = scale.ticks(chapter.start) else { continue }
            let start = MediaTime(value: max(0, ticks), timescale: scale.timescale)
            guard LongestFilm.holds(start) else { continue }
            let title = chapter.tags.first { $0.key.lowercased() == "title" }?.value
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
        let own = stream(video).tags
        let others = (0..<streamCount).filter { isTimecode(stream: $0) }.flatMap { stream($0).tags }
        return (own + others + tags).filter { $0.key.lowercased() == "timecode" }.lazy
            .compactMap { Timecode($0.value, rate: rate) }.first
    }

    /// Whether a stream is a timecode track.
    func isTimecode(stream index: Int) -> Bool { stream(index).codecTag == Self.tag("tmcd") }

    /// Whether a stream holds chapter names, which are read separately.
    func isChapterText(stream index: Int) -> Bool {
        let stream = stream(index)
        return chapterCount > 0 && stream.codec == .binaryData && stream.codecTag == Self.tag("text")
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
