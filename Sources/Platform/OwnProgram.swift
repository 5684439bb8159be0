import Foundation

/// The program that runs now.
package enum OwnProgram {
    /// Its path, found once: workers are of the same build as their coordinator.
    package static let path: String = {
        let link = "/proc/self/exe"
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        // A program that was replaced while it ran has no path any more, but the kernel still runs it by its link.
        guard let path, FileManager.default.isExecutableFile(atPath: path) else { return link }
        return path
    }()
}
