package import Foundation

/// The real film that the set-up fetches: Big Buck Bunny, 132 frames of 1280x720 at 25 a second, with AAC.
package enum DemoFilm {
    /// Where it lies, or nil on a machine where the set-up could not fetch it.
    package static let url: URL? = {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".cache/media/bigbuckbunny.mp4")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()
}
