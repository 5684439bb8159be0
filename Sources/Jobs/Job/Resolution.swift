/// One "auto" that became a value.
package struct Resolution: Hashable, Sendable, Codable {
    /// Key path in the manifest, as in `video.bitDepth`.
    package var key: String
    /// Its value, as it could be written in the manifest.
    package var value: String
    /// The reason.
    package var reason: String

    /// Creates a resolution.
    package init(key: String, value: String, reason: String) {
        self.key = key
        self.value = value
        self.reason = reason
    }
}
