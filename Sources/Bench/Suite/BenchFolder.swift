/// A folder of the user's own clips: every movie in it becomes a clip, by its name.
package struct BenchFolder: Hashable, Sendable {
    /// Absolute path.
    package var path: String
    /// What sort of films they are.
    package var contentClass: BenchContentClass
    /// Licence, an SPDX name or words.
    package var licence: String

    /// Creates a folder.
    package init(path: String, contentClass: BenchContentClass, licence: String) {
        self.path = path
        self.contentClass = contentClass
        self.licence = licence
    }

    /// Ends of names of files that are taken for movies.
    static let suffixes: Set<String> = ["mp4", "mov", "m4v", "mkv", "webm", "mxf", "mts", "m2ts", "mpg", "avi"]
}
