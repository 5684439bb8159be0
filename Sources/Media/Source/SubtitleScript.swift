/// Subtitles as events of Advanced SubStation Alpha, which libavcodec makes of all text formats.
package struct SubtitleScript: Hashable, Sendable, Codable {
    /// A text with its times in milliseconds from the start of the film's file.
    package struct Event: Hashable, Sendable, Codable {
        /// When it appears.
        package let start: Int64
        /// When it has disappeared; after `start`.
        package let end: Int64
        /// Eight fields and the text, as in `0,0,Default,,0,0,0,,Hello`. The first field is its number in the script.
        package let line: String

        /// Creates an event. Precondition: it ends after it starts.
        package init(start: Int64, end: Int64, line: String) {
            precondition(start < end, "an event is shown for a while")
            (self.start, self.end, self.line) = (start, end, line)
        }

        /// Whether it is shown at a time.
        package func isShown(at time: Int64) -> Bool { start <= time && time < end }
    }

    /// Styles and the size that positions refer to: the sections before the events.
    package let header: String
    /// All events, by start, and those of one start in the order of the file.
    package let events: [Event]
    /// Version of libass that laid the text out, as in `libass 0.17.1`. Another one may draw other pictures.
    package let build: String
    /// The ends of all events before and with each, at most: for a search.
    private let lastEnds: [Int64]

    /// Creates a script.
    package init(header: String, events: [Event], build: String) {
        self.header = header
        self.events = events.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        self.build = build
        lastEnds = Self.lastEnds(self.events)
    }

    private static func lastEnds(_ events: [Event]) -> [Int64] {
        var last = Int64.min
        return events.map { event in
            last = max(last, event.end)
            return last
        }
    }

    /// Whether any event is shown at a time.
    package func isShown(at time: Int64) -> Bool { !shown(at: time).isEmpty }

    /// Most events that decide where the texts of one picture are.
    private static let longestChain = 64

    /// The events that decide what a picture shows, as positions: those that are shown at its time, and those that were
    /// shown when one of these appeared, and so on. A text keeps the place that it got when it appeared, even when the
    /// text that it made way for is gone. Empty if the picture shows none.
    package func chain(at time: Int64) -> [Int] {
        var chain = shown(at: time)
        guard !chain.isEmpty else { return [] }
        var known = Set(chain)
        var next = 0
        while next < chain.count, chain.count < Self.longestChain {
            for earlier in shown(at: events[chain[next]].start) where known.insert(earlier).inserted {
                chain.append(earlier)
            }
            next += 1
        }
        return chain.sorted()
    }

    private func shown(at time: Int64) -> [Int] {
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        var shown: [Int] = []
        var index = low - 1
        while index >= 0, lastEnds[index] > time {
            if events[index].isShown(at: time) { shown.append(index) }
            index -= 1
        }
        return shown
    }

    private enum CodingKeys: String, CodingKey { case header, events, build }

    /// Reads a script. Throws if an event has no length or the order is wrong.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        header = try container.decode(String.self, forKey: .header)
        events = try container.decode([Event].self, forKey: .events)
        build = try container.decode(String.self, forKey: .build)
        let isOrdered = zip(events, events.dropFirst()).allSatisfy { $0.start <= $1.start }
        guard isOrdered, events.allSatisfy({ $0.start < $0.end }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .events,
                in: container,
                debugDescription: "the events are not in order, or one has no length"
            )
        }
        lastEnds = Self.lastEnds(events)
    }
}
