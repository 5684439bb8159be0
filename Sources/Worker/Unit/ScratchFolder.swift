import Farm
import Foundation
import Media

/// A folder on this machine's own disk for what is not published yet; removed when it is let go of.
final class ScratchFolder {
    /// Path of the folder.
    let path: String

    /// `$TMPDIR`, or the system's place for large temporary files.
    static var standardParent: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp" }

    /// Creates the folder below another one, and clears what killed workers left there.
    init(in parent: String = standardParent) throws {
        ScratchFolder.removeAbandoned(in: parent)
        path = "\(parent)/granary-work-\(getpid())-\(UUID().uuidString.prefix(8))"
        guard let obstacle = Folder.create(path, mode: 0o700) else { return }
        throw WorkError(
            .inputOutput,
            attempted: "make a scratch folder",
            subject: path,
            cause: obstacle,
            remedy: "set TMPDIR to a local folder that can be written"
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folders of workers that were killed: their process is gone.
    private static func removeAbandoned(in parent: String) {
        let prefix = "granary-work-"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            guard let id = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), id > 0,
                kill(id, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }
}
