import Media

/// The ambient light for which a film was made (ISO/IEC 23008-2, D.2.39): SEI message 148 and the box `amve`.
public struct AmbientViewing: Hashable, Sendable {
    /// Illuminance in steps of 0.0001 lux, at least 1.
    public var illuminance: UInt32
    /// The colour of the light.
    public var light: Chromaticity

    /// Creates a description; the illuminance is in steps of 0.0001 lux.
    public init(illuminance: UInt32, light: Chromaticity) {
        self.illuminance = illuminance
        self.light = light
    }

    init(_ wrapped: Media.AmbientViewing) {
        self.init(illuminance: wrapped.illuminance, light: Chromaticity(x: wrapped.x, y: wrapped.y))
    }

    var wrapped: Media.AmbientViewing { Media.AmbientViewing(illuminance: illuminance, x: light.x, y: light.y) }

    /// True if light can be like that.
    var isPossible: Bool { illuminance > 0 && light.isPossible }
}
