import Media

/// The shape of a pixel, width to height: `pasp` and the VUI. The counterpart of
/// kCMFormatDescriptionExtension_PixelAspectRatio.
public struct PixelAspectRatio: Hashable, Sendable {
    /// Relative width, 1 to 65535.
    public var horizontal: Int
    /// Relative height, 1 to 65535.
    public var vertical: Int

    /// Square pixels, the default.
    public static let square = PixelAspectRatio(horizontal: 1, vertical: 1)

    /// Creates a ratio. Values are checked when a session is created.
    public init(horizontal: Int, vertical: Int) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    init(_ wrapped: PixelAspect) { self.init(horizontal: Int(wrapped.horizontal), vertical: Int(wrapped.vertical)) }

    /// The ratio for an encoder; nil if a value is out of range.
    var wrapped: PixelAspect? {
        guard let across = UInt16(exactly: horizontal), let down = UInt16(exactly: vertical), across > 0, down > 0
        else { return nil }
        return PixelAspect(horizontal: UInt32(across), vertical: UInt32(down))
    }
}
