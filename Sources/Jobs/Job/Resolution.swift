/// One "auto" that became a value.
package struct Resolution: Hashable, Sendable, Codable {
    /// Key path in the manifest, as in `video.bitDepth`.
    package var key: String
    /// What it became, as it could stand in the manifest.
    package var value: String
    /// Why.
    package var reason: String

    /// Creates a resolution.
    package init(key: String, value: String, reason: String) {
        self.key = key
        self.value = value
        self.reason = reason
    }
}
