package import Foundation

/// A browser without a window, in which tests look at pages.
package struct Browser: Sendable {
    private let chromium: Tool

    /// How a page is looked at.
    package struct View: Sendable, CustomStringConvertible {
        /// Pixels of the window.
        package let width: Int
        /// Pixels of the window.
        package let height: Int
        /// Whether the reader prefers light letters on dark ground.
        package let isDark: Bool

        /// Creates a view.
        package init(width: Int, height: Int, isDark: Bool) {
            self.width = width
            self.height = height
            self.isDark = isDark
        }

        /// On a desk in light and in dark, and on a phone.
        package static let all = [
            View(width: 1200, height: 1600, isDark: false), View(width: 1200, height: 1600, isDark: true),
            View(width: 390, height: 844, isDark: false), View(width: 390, height: 844, isDark: true),
        ]

        /// As in `1200x1600, dark`.
        package var description: String { "\(width)x\(height), \(isDark ? "dark" : "light")" }
    }

    /// What was seen of a page.
    package struct Sight: Sendable {
        /// The page's elements after it was laid out.
        package let document: String
        /// What the page complained about, line by line.
        package let complaints: [String]
        /// Width that the page takes in pixels.
        package let width: Int
        /// The colours of the screenshot's pixels, three bytes each.
        package let pixels: [UInt8]

        /// Mean brightness of the screenshot, 0 to 255.
        package var brightness: Double {
            pixels.isEmpty ? 0 : Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
        }

        /// Number of different colours, up to some thousands: a blank page has one.
        package var colourCount: Int {
            var colours: Set<Int> = []
            for place in stride(from: 0, to: pixels.count - 2, by: 3) where colours.count < 5000 {
                colours.insert(Int(pixels[place]) << 16 | Int(pixels[place + 1]) << 8 | Int(pixels[place + 2]))
            }
            return colours.count
        }
    }

    /// The browser of this machine; nil without one, or without the ffmpeg that reads its screenshots.
    package static let installed: Browser? = {
        guard Tool.arePresent("ffmpeg") else { return nil }
        return ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap { Tool($0) }.first.map(Browser.init)
    }()

    private init(_ chromium: Tool) { self.chromium = chromium }

    /// Looks at a page. Files are left in `folder`: `page.html` and `screenshot.png`; and under names of their own in
    /// the folder that GRANARY_SCREENSHOTS names, for people to look at.
    package func look(at page: [UInt8], title: String, _ view: View, in folder: URL) throws -> Sight {
        try Data(page).write(to: folder.appending(path: "page.html"))
        // A copy that says how wide it is, for the page itself has no script. A window without a screen is at least 500
        // pixels wide: on a phone's width the page is put into as much.
        let measure =
            "<script>document.documentElement.style.width = '\(view.width)px';"
            + "document.body.setAttribute('data-width', document.body.scrollWidth)</script></body>"
        let measured = String(decoding: page, as: UTF8.self).replacing("</body>", with: measure)
        try Data(measured.utf8).write(to: folder.appending(path: "measured.html"))
        let seen = try run(["--dump-dom", folder.appending(path: "measured.html").path], view, folder)
        let screenshot = folder.appending(path: "screenshot.png")
        let drawn = try run(
            ["--screenshot=\(screenshot.path)", folder.appending(path: "page.html").path],
            view,
            folder
        )
        if let kept = ProcessInfo.processInfo.environment["GRANARY_SCREENSHOTS"] {
            let name = "\(view)".replacing(", ", with: "-")
            for (file, ending) in [("page.html", "html"), ("screenshot.png", "png")] {
                let target = URL(filePath: kept).appending(path: "\(title)-\(name).\(ending)")
                try? FileManager.default.removeItem(at: target)
                try FileManager.default.copyItem(at: folder.appending(path: file), to: target)
            }
        }
        try Tool("ffmpeg")?.output(
            [
                "-nostdin", "-v", "error", "-y", "-i", "screenshot.png", "-f", "rawvideo", "-pix_fmt", "rgb24",
                "screen.rgb",
            ],
            in: folder
        )
        let complaints = (seen.errors + "\n" + drawn.errors).split(separator: "\n").filter { $0.contains("CONSOLE") }
        let width = seen.output.firstMatch(of: /data-width="([0-9]+)"/).flatMap { Int($0.1) }
        return Sight(
            document: seen.output,
            complaints: complaints.map(String.init),
            width: width ?? 0,
            pixels: [UInt8](try Data(contentsOf: folder.appending(path: "screen.rgb")))
        )
    }

    func run(_ arguments: [String], _ view: View, _ folder: URL) throws -> Tool.Outcome {
        try chromium.run(
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-extensions", "--hide-scrollbars",
                "--enable-logging=stderr", "--user-data-dir=\(folder.appending(path: "profile").path)",
                "--window-size=\(view.width),\(view.height)",
                "--blink-settings=preferredColorScheme=\(view.isDark ? 0 : 1)",
            ] + arguments,
            in: folder
        )
    }
}
