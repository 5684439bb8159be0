/// A chapter of a film: it lasts until the next one begins, the last one until the film ends.
package struct Chapter: Hashable, Sendable, Codable {
    /// When it begins on the film's own clock, at 0 or later.
    package var start: MediaTime
    /// Its title; may be empty.
    package var title: String

    /// Creates a chapter.
    package init(start: MediaTime, title: String) {
        self.start = start
        self.title = title
    }

    /// The chapters of a part of a film on its own clock: the chapter in which the part begins starts with it.
    package static func cut(_ chapters: [Chapter], to range: TimeRange) -> [Chapter] {
        let before = chapters.last { $0.start <= range.start }
        let inside = chapters.filter { $0.start > range.start && $0.start < range.end }
        return (before.map { [Chapter(start: .zero, title: $0.title)] } ?? [])
            + inside.map { Chapter(start: $0.start - range.start, title: $0.title) }
    }
}
