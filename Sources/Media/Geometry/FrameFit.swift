/// How a picture is brought into a frame of other proportions.
package enum FrameFit: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of the picture is shown, with black bars where it leaves the frame empty.
    case contain
    /// The frame is filled, and what is outside it is left out.
    case crop
    /// The picture gets the proportions of the frame.
    case stretch
}
