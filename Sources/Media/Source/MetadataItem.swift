/// A tag of a whole film, such as its title.
package struct MetadataItem: Hashable, Sendable, Codable {
    /// Its key: FFmpeg's name if there is one, as in `title`, else the container's own.
    package var key: String
    /// Its value.
    package var value: String

    /// Key of the creation time of a film: seconds since 1904 in UTC as a decimal number, as in `mvhd`.
    package static let creationTime = "creation_time"

    /// Creates an item.
    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
