/// A folder of the user's own clips: every film in it becomes a clip that is named after its file.
package struct BenchFolder: Hashable, Sendable {
    /// Absolute path.
    package var path: String
    /// The class of their content.
    package var contentClass: BenchContentClass
    /// Licence: an SPDX name or free text.
    package var licence: String

    /// Creates a folder.
    package init(path: String, contentClass: BenchContentClass, licence: String) {
        self.path = path
        self.contentClass = contentClass
        self.licence = licence
    }

    /// File extensions of films.
    static let suffixes: Set<String> = ["mp4", "mov", "m4v", "mkv", "webm", "mxf", "mts", "m2ts", "mpg", "avi"]
}
