package import Foundation

extension Browser {
    /// What was seen of a page of a server.
    package struct Visit: Sendable {
        /// What the page complained about, line by line.
        package let complaints: [String]
        /// The colours of the screenshot's pixels, three bytes each.
        package let pixels: [UInt8]

        /// Mean brightness of the screenshot, 0 to 255.
        package var brightness: Double {
            pixels.isEmpty ? 0 : Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count)
        }
    }

    /// Visits a page of a server. The screenshot is left in `folder`, and under a name of its own in the folder that
    /// GRANARY_SCREENSHOTS names.
    package func visit(_ address: String, title: String, _ view: View, in folder: URL) throws -> Visit {
        let screenshot = folder.appending(path: "screenshot.png")
        try? FileManager.default.removeItem(at: screenshot)
        let seen = try run(["--timeout=5000", "--screenshot=\(screenshot.path)", address], view, folder)
        if let kept = ProcessInfo.processInfo.environment["GRANARY_SCREENSHOTS"] {
            let target = URL(filePath: kept).appending(path: "\(title)-\(view)".replacing(", ", with: "-") + ".png")
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.copyItem(at: screenshot, to: target)
        }
        try Tool("ffmpeg")?.output(
            [
                "-nostdin", "-v", "error", "-y", "-i", "screenshot.png", "-f", "rawvideo", "-pix_fmt", "rgb24",
                "screen.rgb",
            ],
            in: folder
        )
        return Visit(
            complaints: seen.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init),
            pixels: [UInt8](try Data(contentsOf: folder.appending(path: "screen.rgb")))
        )
    }
}
