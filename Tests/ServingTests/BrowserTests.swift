import Foundation
import JobDocuments
import Jobs
import TestSupport
import Testing

@Suite("Pages of the server in a browser", .temporaryFolder, .doesNotHang, .serialized)
struct BrowserTests {
    private static let views = [
        Browser.View(width: 1100, height: 1000, isDark: false), Browser.View(width: 500, height: 1000, isDark: true),
    ]

    @Test(
        "every page is drawn in both themes, fits a phone, and has no complaint on the console",
        .enabled(if: Browser.installed != nil, "Chromium and ffmpeg are not installed")
    )
    func pages() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("A film with a long name that has to fit a phone, too")
        farm.pace(job, 0..<9)
        let lease = try JobLease(of: job)
        let manifest = Manifest(file: "f", source: "/films/a.mov", output: "/films/b.mp4")
        _ = try farm.queue.add(QueueEntry(manifest, file: "/films/f.yaml", text: "", name: "waiting film"))
        let id = URL(filePath: job.path).lastPathComponent
        try await farm.serve { port in
            let root = "http://127.0.0.1:\(port)"
            for (title, path) in [
                ("farm", "/"), ("job", "/jobs/\(id)"), ("queue", "/queues/1"), ("history", "/history"),
            ] {
                for view in Self.views {
                    let visit = try await apart { try $0.visit(root + path, title: title, view, in: farm.folder) }
                    #expect(visit.complaints == [], "\(title), \(view)")
                    #expect(view.isDark == (visit.brightness < 100), "\(title), \(view): \(visit.brightness)")
                }
            }
            for (title, path) in [("job", "/jobs/\(id)"), ("queue", "/queues/1")] {
                // As one file with its style in it, which can be measured.
                let style = try await Wire.ask(port, "GET", "/assets/granary.css").body
                let page = try await Wire.ask(port, "GET", path).body
                    .replacing(/<link rel="stylesheet"[^>]*>\n<script[^>]*><\/script>/) { _ in "<style>\(style)</style>"
                    }
                let view = Browser.View(width: 390, height: 844, isDark: false)
                let sight = try await apart {
                    try $0.look(at: Array(page.utf8), title: "measured-\(title)", view, in: farm.folder)
                }
                #expect(sight.width > 300 && sight.width <= 390, "\(title): \(sight.width)")
            }
        }
        withExtendedLifetime(lease) {}
    }

    @Test(
        "the script puts into the page what the events say",
        .enabled(if: Browser.installed != nil, "Chromium and ffmpeg are not installed")
    )
    func script() async throws {
        let farm = try ServedFarm()
        let job = try farm.addJob("film")
        farm.pace(job, 0..<1)
        let lease = try JobLease(of: job)
        let id = URL(filePath: job.path).lastPathComponent
        try await farm.serve { port in
            let script = try await Wire.ask(port, "GET", "/assets/granary.js").body
            let strip = "###!"
            let pace = #"{"pace":{"activity":"mux","pass":0,"fraction":0.75,"repeatedRanges":2,"strip":"\#(strip)"}}"#
            let entry = #"{"type":"unitFailed","time":5,"stage":"encode","pass":2,"ranges":[3],"text":"<b>why</b>"}"#
            // A stream of its own, which says two things before the page counts as loaded.
            let events = """
                <script>class EventSource { constructor(address) { window.stream = this; this.address = address; }
                addEventListener() {} }</script><script>\(script)</script>
                <script>stream.onopen(); for (const data of ['\(pace)', '\(entry)']) stream.onmessage({ data });
                document.body.append(stream.address);</script></body>
                """
            let page = try await Wire.ask(port, "GET", "/jobs/\(id)").body
            #expect(page.contains(#"id="strip-words">1 waiting, 1 running, 1 done, 1 requested<"#))
            let own = page.replacing(/<script src[^>]*><\/script>/) { _ in "" }.replacing("</body>", with: events)
            let view = Browser.View(width: 800, height: 600, isDark: false)
            let sight = try await apart { try $0.look(at: Array(own.utf8), title: "live", view, in: farm.folder) }
            for words in [
                #"id="strip-words">3 done, 1 failed<"#, #"id="progress">75 %<"#, #"id="activity">mux<"#,
                #"id="repeated">2 ranges<"#, "<title>range 3: failed</title>", #"role="status">live<"#,
                "<time>1970-01-01T00:00:05Z</time>",
                "</time> unitFailed · encode · pass 2 · range 3 · &lt;b&gt;why&lt;/b&gt;</li>",
                "/api/v1/jobs/\(id)/events?after=\(JournalReader(path: job.paths.journal).byteCount)",
            ] {
                #expect(sight.document.contains(words), "\(words)")
            }
        }
        withExtendedLifetime(lease) {}
    }

    /// Runs the browser on a thread of its own, because the server needs those of tasks.
    private func apart<Result: Sendable>(_ body: @escaping @Sendable (Browser) throws -> Result) async throws -> Result
    {
        let browser = try #require(Browser.installed)
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body(browser) }) }
        }
    }
}
