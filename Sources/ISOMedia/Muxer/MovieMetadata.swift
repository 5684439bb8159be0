import Media

/// The tags of a movie, in the boxes of its format.
struct MovieMetadata: Hashable, Sendable {
    private let items: [MetadataItem]
    private let chapters: [Chapter]
    private let isQuickTime: Bool

    /// Types of items that have one in MP4 (introduced by iTunes), by FFmpeg's names.
    private static let types: [String: FourCC] = [
        "title": letters("nam"), "artist": letters("ART"), "album_artist": "aART", "composer": letters("wrt"),
        "album": letters("alb"), "date": letters("day"), "comment": letters("cmt"), "genre": letters("gen"),
        "copyright": "cprt", "grouping": letters("grp"), "lyrics": letters("lyr"), "description": "desc",
        "synopsis": "ldes", "show": "tvsh", "episode_id": "tven", "network": "tvnn", "keywords": "keyw",
        "category": "catg", "sort_name": "sonm", "sort_artist": "soar",
    ]
    /// Names of QuickTime's own keys (Apple, QuickTime File Format, "QuickTime Metadata Keys") by FFmpeg's names.
    private static let keys: [String: String] = [
        "title": "title", "artist": "artist", "album": "album", "comment": "comment", "genre": "genre",
        "copyright": "copyright", "description": "description", "keywords": "keywords", "composer": "composer",
        "director": "director", "producer": "producer", "publisher": "publisher", "author": "author",
        "date": "creationdate", "year": "year", "location": "location.ISO6709", "make": "make", "model": "model",
        "synopsis": "information",
    ]

    init(_ configuration: MovieConfiguration) {
        items = configuration.metadata.filter { $0.key != MetadataItem.creationTime }
        chapters = configuration.chapters
        isQuickTime = configuration.container == .quickTime
    }

    /// Writes the boxes that follow the tracks in `moov`.
    func write(to moov: inout BoxWriter) {
        if isQuickTime { writeQuickTime(to: &moov) } else { writeUserData(to: &moov) }
    }

    private func writeUserData(to moov: inout BoxWriter) {
        guard !items.isEmpty || !chapters.isEmpty else { return }
        let place = items.first { $0.key == "location" }.flatMap { LocationBox(text: $0.value) }
        let list = items.filter { place == nil || $0.key != "location" }.map { item in
            let type = Self.types[item.key]
            return MetadataListBox.Item(
                type: type ?? MetadataListBox.freeform,
                name: type == nil ? item.key : nil,
                text: item.value
            )
        }
        moov.box("udta") { udta in
            if !chapters.isEmpty {
                let entries = chapters.map {
                    ChapterListBox.Entry(
                        start: UInt64(clamping: $0.start.rounded(to: 10_000_000).value),
                        title: $0.title
                    )
                }
                udta.box(ChapterListBox(entries: entries))
            }
            if let place { udta.box(place) }
            if !list.isEmpty {
                udta.box("meta") { meta in
                    meta.fullBox(version: 0)
                    meta.box("hdlr") { handler in
                        handler.fullBox(version: 0)
                        handler.zeros(4)
                        handler.fourCC("mdir")
                        handler.fourCC("appl")
                        handler.zeros(8 + 1)
                    }
                    meta.box(MetadataListBox(items: list))
                }
            }
        }
    }

    /// `meta` of QuickTime, which is not a FullBox.
    private func writeQuickTime(to moov: inout BoxWriter) {
        guard !items.isEmpty else { return }
        let names = items.map { item in
            item.key.contains(".") ? item.key : "com.apple.quicktime." + (Self.keys[item.key] ?? item.key)
        }
        moov.box("meta") { meta in
            meta.box("hdlr") { handler in
                handler.fullBox(version: 0)
                handler.zeros(4)
                handler.fourCC("mdta")
                handler.zeros(12 + 1)
            }
            meta.box(MetadataKeysBox(keys: names))
            meta.box(
                MetadataListBox(
                    items: items.indices.map { index in
                        MetadataListBox.Item(type: FourCC(rawValue: UInt32(index + 1)), text: items[index].value)
                    }
                )
            )
        }
    }

    /// A type of three letters after a copyright sign.
    private static func letters(_ text: StaticString) -> FourCC {
        FourCC(rawValue: "\(text)".utf8.reduce(0xA9) { $0 << 8 | UInt32($1) })
    }
}
