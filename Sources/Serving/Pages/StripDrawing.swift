import JobDocuments
import Media
import Reporting

/// The ranges of a film as a strip: a box for each range, coloured by its state.
struct StripDrawing {
    private let marks: [JournalEntry.RangeMark]

    /// Takes the letters of a pace. Letters of a later build count as waiting.
    init(_ strip: String) { marks = strip.map { JournalEntry.RangeMark(rawValue: $0) ?? .waiting } }

    /// Draws a film whose coordinator wrote no journal: so many ranges are done.
    init(done: Int, of count: Int) {
        marks = (0..<max(count, 0)).map { $0 < done ? .done : .waiting }
    }

    /// The name of a state in the style sheet, and in words.
    static func name(of mark: JournalEntry.RangeMark) -> String {
        switch mark {
        case .waiting: "waiting"
        case .running: "running"
        case .done: "done"
        case .requested: "requested"
        case .repeating: "repeating"
        case .failed: "failed"
        }
    }

    /// The drawing with its numbers in words; nothing for a film without ranges.
    var figure: HTMLText {
        guard !marks.isEmpty else { return #"<p class="faint">The film is not cut into ranges yet.</p>"# }
        var boxes: HTMLText = ""
        for (index, mark) in marks.enumerated() {
            let name = Self.name(of: mark)
            boxes +=
                #"<rect class="\#(name)" x="\#(index)" width="1" height="1"><title>range \#(index): \#(name)</title>"#
            boxes += "</rect>"
        }
        return """
            <figure class="strip"><svg viewBox="0 0 \(marks.count) 1" preserveAspectRatio="none" role="img" \
            aria-label="the state of each range, in film order" id="strip">\(boxes)</svg>
            <figcaption id="strip-words">\(words)</figcaption></figure>
            """
    }

    /// How many ranges are in each state, as in `3 done, 1 running`.
    private var words: String {
        JournalEntry.RangeMark.allCases.compactMap { mark in
            let count = marks.count { $0 == mark }
            return count > 0 ? "\(count) \(Self.name(of: mark))" : nil
        }.joined(separator: ", ")
    }
}
