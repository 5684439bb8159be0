import Media

/// A tag of a whole film, such as its title. The counterpart of AVMetadataItem.
public struct MetadataItem: Hashable, Sendable {
    /// Its key: FFmpeg's name if there is one, as in `title`, `artist` or `date`, else the container's own.
    /// `creation_time` is in seconds since 1904, UTC, as a decimal number.
    public var key: String
    /// Its value.
    public var value: String

    /// Creates a tag.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    init(_ wrapped: Media.MetadataItem) { self.init(key: wrapped.key, value: wrapped.value) }

    var wrapped: Media.MetadataItem { Media.MetadataItem(key: key, value: value) }
}
