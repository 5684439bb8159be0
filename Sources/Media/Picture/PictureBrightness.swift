/// How bright a picture is by its dynamic HDR metadata.
package struct PictureBrightness: Hashable, Sendable, Codable {
    /// The brightest colour component, in cd/m².
    package var maximum: Double
    /// The average of the brightest component of each pixel, in cd/m².
    package var average: Double

    /// Creates a brightness.
    package init(maximum: Double, average: Double) {
        (self.maximum, self.average) = (maximum, average)
    }
}
