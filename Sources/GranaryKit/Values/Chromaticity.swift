import Media

/// A colour without its brightness: CIE 1931 x and y.
public struct Chromaticity: Hashable, Sendable {
    /// x in steps of 0.00002, 0 to 50000.
    public var x: UInt16
    /// y in steps of 0.00002, 0 to 50000.
    public var y: UInt16

    /// Creates a chromaticity from its steps of 0.00002.
    public init(x: UInt16, y: UInt16) {
        self.x = x
        self.y = y
    }

    init(_ wrapped: Media.MasteringDisplay.Chromaticity) { self.init(x: wrapped.x, y: wrapped.y) }

    var wrapped: Media.MasteringDisplay.Chromaticity { Media.MasteringDisplay.Chromaticity(x: x, y: y) }

    /// True if both are from 0 to 1.
    var isPossible: Bool { x <= 50_000 && y <= 50_000 }
}
