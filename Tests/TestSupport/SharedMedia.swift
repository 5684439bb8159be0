package import Foundation

/// The folder of real clips beside the checkout, where there is one.
package enum SharedMedia {
    /// The folder, or nil on a machine that lacks it. `GRANARY_SHARED_MEDIA` names another place.
    package static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["GRANARY_SHARED_MEDIA"].map { URL(filePath: $0) }
        let beside = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/media")
        return [named, beside].compactMap { $0?.resolvingSymlinksInPath() }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// A clip of that folder, or nil when it is not there.
    package static func clip(_ name: String) -> URL? {
        guard let url = folder?.appending(path: name), FileManager.default.fileExists(atPath: url.path) else {
            return nil
        }
        return url
    }
}
