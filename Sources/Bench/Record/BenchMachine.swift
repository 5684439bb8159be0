/// The machine of a run. It has no host name: two machines of the same kind count as the same.
package struct BenchMachine: Hashable, Sendable, Codable {
    /// The processor's model name.
    package var processor: String
    /// Cores that the run could use.
    package var coreCount: Int
    /// Memory of the machine in bytes.
    package var memoryByteCount: Int
    /// Kernel with its release, as in `Linux 6.1.0-18-amd64`.
    package var system: String

    /// Creates a machine.
    package init(processor: String, coreCount: Int, memoryByteCount: Int, system: String) {
        self.processor = processor
        self.coreCount = coreCount
        self.memoryByteCount = memoryByteCount
        self.system = system
    }
}
