package import Confinement

/// The cost of a piece of work. For a process that was started for it, the cost is counted from its start.
package struct WorkCost: Hashable, Sendable, Codable {
    /// CPU time in seconds, user and system.
    package var cpuSeconds: Double
    /// User part of it in seconds; nil if unknown.
    package var userSeconds: Double?
    /// Seconds from start to end.
    package var wallSeconds: Double
    /// Largest resident set in bytes.
    package var maximumResidentBytes: Int
    /// The confinement of the process that did it; nil in documents of builds without confinement.
    package var sandbox: HeldConfinement?

    /// Creates a cost.
    package init(
        cpuSeconds: Double,
        userSeconds: Double? = nil,
        wallSeconds: Double,
        maximumResidentBytes: Int,
        sandbox: HeldConfinement? = nil
    ) {
        self.sandbox = sandbox
        self.cpuSeconds = cpuSeconds
        self.userSeconds = userSeconds
        self.wallSeconds = wallSeconds
        self.maximumResidentBytes = maximumResidentBytes
    }
}

extension WorkCost {
    /// Maximum seconds of a piece of work: 31 years, so that sums over a film's work can be formatted.
    private static let mostSeconds = 1e9

    /// Reads what `encode(to:)` wrote; throws for impossible values.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            cpuSeconds: try container.decode(Double.self, forKey: .cpuSeconds),
            userSeconds: try container.decodeIfPresent(Double.self, forKey: .userSeconds),
            wallSeconds: try container.decode(Double.self, forKey: .wallSeconds),
            maximumResidentBytes: try container.decode(Int.self, forKey: .maximumResidentBytes),
            sandbox: try container.decodeIfPresent(HeldConfinement.self, forKey: .sandbox)
        )
        let seconds = [cpuSeconds, userSeconds ?? 0, wallSeconds]
        guard seconds.allSatisfy({ (0...Self.mostSeconds).contains($0) }), maximumResidentBytes >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .wallSeconds,
                in: container,
                debugDescription: "it is not a valid cost"
            )
        }
    }
}
