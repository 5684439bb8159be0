import Reporting

/// A page of the server: one style sheet and one script, both of this server, around what it says.
struct PageFrame {
    /// What a page is, for the navigation.
    enum Place: String, CaseIterable {
        /// The list of jobs and queues.
        case farm = "/"
        /// The benchmark history.
        case history = "/history"
        /// Any other page.
        case other = ""

        /// Its name in the navigation.
        var title: String { self == .farm ? "Jobs and queues" : "Benchmarks" }
    }

    private let title: String
    private let place: Place
    private let live: String
    private let content: HTMLText

    /// Creates a page.
    ///
    /// - Parameter live: address of the events that its script listens to; empty for a page that does not change.
    init(title: String, place: Place, live: String = "", _ content: HTMLText) {
        self.title = title
        self.place = place
        self.live = live
        self.content = content
    }

    /// The whole page, UTF-8.
    var document: [UInt8] {
        var links: HTMLText = ""
        for other in Place.allCases where other != .other {
            let mark: HTMLText = other == place ? #" aria-current="page""# : ""
            links += #"<a href="\#(other.rawValue)"\#(mark)>\#(other.title)</a> "#
        }
        let page: HTMLText = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="/assets/granary.css">
            <script src="/assets/granary.js" defer></script>
            <title>\(title) – Granary</title></head>
            <body data-live="\(live)"><a class="skip" href="#main">Skip to the content</a>
            <header><nav aria-label="Granary"><strong>Granary</strong> \(links)</nav>
            <p id="connection" class="faint" role="status"></p></header>
            <main id="main">
            \(content)
            </main></body></html>

            """
        return Array(page.markup.utf8)
    }
}
