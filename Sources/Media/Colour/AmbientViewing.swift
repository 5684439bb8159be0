/// The ambient light for which the film was made: HEVC SEI 148 (ISO/IEC 23008-2 D.2.39) and the `amve` box, in the
/// units of both.
public struct AmbientViewing: Hashable, Sendable, Codable {
    /// ambient_illuminance in steps of 0.0001 lux; 0 is reserved.
    public var illuminance: UInt32
    /// CIE 1931 x of the light in steps of 0.00002, 0 to 50000.
    public var x: UInt16
    /// CIE 1931 y of the light in steps of 0.00002, 0 to 50000.
    public var y: UInt16

    /// Creates a description from its coded values.
    public init(illuminance: UInt32, x: UInt16, y: UInt16) {
        self.illuminance = illuminance
        self.x = x
        self.y = y
    }
}
