/// A wave as it goes into a simulation: units, what the engine expects them to take, and what they take.
package struct SimulatedWork: Hashable, Sendable {
    /// One unit.
    package struct Unit: Hashable, Sendable {
        /// Seconds that tasks are made by.
        package var expectedSeconds: Double
        /// Seconds that it takes on its slot.
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

    /// A wave whose units take what is expected of them.
    package init(name: String, seconds: [Double]) {
        self.init(name: name, units: seconds.map { Unit(expectedSeconds: $0, seconds: $0) })
    }
}
