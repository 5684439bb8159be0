/// Something that a film says of itself as a whole, such as its title.
public struct MetadataItem: Hashable, Sendable, Codable {
    /// What it is, by FFmpeg's name where there is one, as in `title`, else by the container's own.
    public var key: String
    /// What it says.
    public var value: String

    /// Key of the time at which a film was made: seconds since 1904 in UTC as a decimal number, as in `mvhd`.
    public static let creationTime = "creation_time"

    /// Creates an item.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
