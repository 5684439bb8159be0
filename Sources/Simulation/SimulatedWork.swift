/// A wave as input of a simulation: its units, the time that the engine expects of each, and the time that each takes.
package struct SimulatedWork: Hashable, Sendable {
    /// One unit.
    package struct Unit: Hashable, Sendable {
        /// Seconds that the engine expects. It bundles tasks by them.
        package var expectedSeconds: Double
        /// Seconds that the unit takes on its slot.
        package var seconds: Double

        /// Creates a unit.
        package init(expectedSeconds: Double, seconds: Double) {
            self.expectedSeconds = expectedSeconds
            self.seconds = seconds
        }
    }

    /// What the wave does.
    package var name: String
    /// Its units.
    package var units: [Unit]
    /// Bytes that they publish.
    package var byteCount: Int

    /// Creates a wave.
    package init(name: String, units: [Unit], byteCount: Int = 0) {
        self.name = name
        self.units = units
        self.byteCount = byteCount
    }

    /// Creates a wave whose units take the expected time.
    package init(name: String, seconds: [Double]) {
        self.init(name: name, units: seconds.map { Unit(expectedSeconds: $0, seconds: $0) })
    }
}
