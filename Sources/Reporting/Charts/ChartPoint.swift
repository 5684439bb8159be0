/// A place in a drawing, in the values of its axes.
package struct ChartPoint: Hashable, Sendable {
    /// Along the horizontal axis.
    package var x: Double
    /// Along the vertical axis.
    package var y: Double

    /// Creates a place.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
