import Foundation
import Glibc
import Platform

/// The folders in which the paths of a submitted manifest must lie, whatever links are on the way.
struct AllowedFolders: Sendable {
    /// Absolute paths as given.
    let paths: [String]
    private let real: [String]

    /// Takes folders. Those that do not exist allow nothing.
    init(_ paths: [String]) {
        self.paths = paths
        real = paths.compactMap(Self.realPath)
    }

    /// Whether nothing may be submitted.
    var isEmpty: Bool { real.isEmpty }

    /// Whether a path that exists, or could be made, is within one of the folders.
    func contain(_ path: String) -> Bool {
        guard let place = Self.resolved(path) else { return false }
        return real.contains { place == $0 || place.hasPrefix($0 == "/" ? "/" : $0 + "/") }
    }

    /// A path without links: of what does not exist yet, the end is added to its deepest folder that does. Nil for a
    /// path that cannot be followed.
    private static func resolved(_ path: String) -> String? {
        var parts = path.split(separator: "/").map(String.init)
        guard path.hasPrefix("/"), !parts.contains(".."), !parts.contains("."), !path.utf8.contains(0) else {
            return nil
        }
        var rest: [String] = []
        while true {
            let place = "/" + parts.joined(separator: "/")
            if let real = realPath(place) {
                let base = real == "/" ? "" : real
                return rest.isEmpty ? real : base + "/" + rest.reversed().joined(separator: "/")
            }
            // A link that leads nowhere could lead anywhere when it is followed.
            guard FileStatus(link: place) == nil, let last = parts.popLast() else { return nil }
            rest.append(last)
        }
    }

    private static func realPath(_ path: String) -> String? {
        // Safe: the call allocates the text, which is copied and freed here.
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
