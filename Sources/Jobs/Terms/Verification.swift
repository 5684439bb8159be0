/// How much of the finished film is decoded and compared with the encoder's reconstruction.
package enum Verification: String, Hashable, Sendable, Codable, CaseIterable {
    /// Every picture.
    case full
    /// Every picture of a fixed sample of ranges, chosen by index.
    case sample
    /// Nothing.
    case none
}
