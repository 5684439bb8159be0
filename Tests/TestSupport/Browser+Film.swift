package import Foundation

extension Browser {
    /// One frame of a film as a page shows it.
    package struct FilmFrame: Sendable {
        /// Width and height, as in `96x64`.
        package let size: String
        /// Mean of all samples of red, green and blue, 0 to 255.
        package let brightness: Double
    }

    /// The frames that the browser shows at times of a film, in seconds; empty if it plays none of it.
    ///
    /// The page has the film in itself, so that its script may read the pixels. It has loaded when a frame of each
    /// element is there.
    package func frames(of film: URL, at times: [Double], in folder: URL) throws -> [FilmFrame] {
        let data = try Data(contentsOf: film).base64EncodedString()
        let videos = times.map { "<video muted preload=auto src=\"data:video/mp4;base64,\(data)#t=\($0)\"></video>" }
        let script = """
            window.onload = () => {
              const seen = [...document.querySelectorAll("video")].map(video => {
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
                const drawing = canvas.getContext("2d");
                drawing.drawImage(video, 0, 0);
                const pixels = drawing.getImageData(0, 0, canvas.width, canvas.height).data;
                let sum = 0;
                for (let i = 0; i < pixels.length; i++) if (i % 4 < 3) sum += pixels[i];
                return `${video.videoWidth}x${video.videoHeight} ${sum / (pixels.length / 4 * 3)}`;
              });
              document.body.setAttribute("data-seen", seen.join(","));
            };
            """
        let page = folder.appending(path: "player.html")
        let text = "<!doctype html><body>\(videos.joined())<script>\(script)</script></body>"
        try Data(text.utf8).write(to: page)
        let view = View(width: 800, height: 600, isDark: false)
        let document = try run(["--dump-dom", page.path], view, folder).output
        guard let seen = document.firstMatch(of: /data-seen="([^"]*)"/)?.1 else { return [] }
        return seen.split(separator: ",").compactMap { entry in
            let words = entry.split(separator: " ")
            guard words.count == 2, let brightness = Double(words[1]) else { return nil }
            return FilmFrame(size: String(words[0]), brightness: brightness)
        }
    }
}
