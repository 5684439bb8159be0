import Foundation

/// The running program.
package enum OwnProgram {
    /// Its path, determined once, so that workers are of the same build as their coordinator.
    package static let path: String = {
        let link = "/proc/self/exe"
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        // A program that was replaced while it ran no longer has a path, but the kernel still starts it by its link.
        guard let path, FileManager.default.isExecutableFile(atPath: path) else { return link }
        return path
    }()
}
