/// The frame of a still, and why it was chosen.
package struct StillChoice: Hashable, Sendable, Encodable {
    /// Number of the frame.
    package let frame: Int
    /// Why, in words.
    package let reason: String
}
