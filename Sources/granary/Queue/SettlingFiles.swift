/// Files of a watched folder that are still being written, or not any more: a value that is given the time.
///
/// A file has settled when its size and its modification time stood still for a while by the clock of the watcher. The
/// clocks of the writer and of the file system do not count: they may be wrong.
struct SettlingFiles {
    /// What a file looks like.
    struct Look: Hashable {
        let byteCount: Int64
        /// In nanoseconds since 1970.
        let modificationTime: Int64
    }

    /// How long a file must stand still.
    let seconds: Double
    private var files: [String: (look: Look, since: Double)] = [:]

    init(seconds: Double) { self.seconds = seconds }

    /// Notes all files of the folder; returns the names of those that have settled, sorted. Empty files never settle.
    ///
    /// - Parameter now: seconds of a clock that never goes back.
    mutating func note(_ found: [String: Look], at now: Double) -> [String] {
        files = files.filter { found[$0.key] == $0.value.look }
        for (name, look) in found where files[name] == nil { files[name] = (look, now) }
        return files.filter { $0.value.look.byteCount > 0 && now - $0.value.since >= seconds }.keys.sorted()
    }

    /// Lets a file settle anew, as if it had just changed.
    mutating func restart(_ name: String, at now: Double) { files[name]?.since = now }
}
