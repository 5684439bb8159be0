/// The ambient light for which the film was made: HEVC SEI 148 (ISO/IEC 23008-2 D.2.39) and the `amve` box, in the
/// units of both.
package struct AmbientViewing: Hashable, Sendable, Codable {
    /// ambient_illuminance in steps of 0.0001 lux; 0 is reserved.
    package var illuminance: UInt32
    /// CIE 1931 x of the light in steps of 0.00002, 0 to 50000.
    package var x: UInt16
    /// CIE 1931 y of the light in steps of 0.00002, 0 to 50000.
    package var y: UInt16

    /// Creates a description from its coded values.
    package init(illuminance: UInt32, x: UInt16, y: UInt16) {
        self.illuminance = illuminance
        self.x = x
        self.y = y
    }
}
