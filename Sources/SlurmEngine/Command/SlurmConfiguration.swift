/// The parts of a cluster's configuration that Granary needs.
package struct SlurmConfiguration: Hashable, Sendable {
    /// Most tasks of an array: the largest task number plus one.
    package var maximumArraySize: Int
    /// How long the controller remembers a job that ended, in seconds.
    package var rememberedSeconds: Int
    /// True when the site keeps accounts that `sacct` reads.
    package var keepsAccounts: Bool
    /// Version of Slurm; empty if unknown.
    package var version: String

    /// Slurm's defaults, which are the most cautious of the usual values.
    package static let standard = SlurmConfiguration(
        maximumArraySize: 1001,
        rememberedSeconds: 300,
        keepsAccounts: false,
        version: ""
    )

    /// Creates a configuration.
    package init(maximumArraySize: Int, rememberedSeconds: Int, keepsAccounts: Bool, version: String) {
        self.maximumArraySize = maximumArraySize
        self.rememberedSeconds = rememberedSeconds
        self.keepsAccounts = keepsAccounts
        self.version = version
    }

    /// Reads the output of `scontrol show config`; missing values are those of `standard`.
    package init(lines: [String]) {
        self = .standard
        for line in lines {
            guard let sign = line.firstIndex(of: "=") else { continue }
            let value = line[line.index(after: sign)...].drop { $0 == " " }
            let number = Int(value.prefix { $0.isNumber })
            switch line[..<sign].filter({ $0 != " " }) {
            case "MaxArraySize": if let number, number > 1 { maximumArraySize = number }
            case "MinJobAge": if let number { rememberedSeconds = number }
            case "AccountingStorageType": keepsAccounts = value.hasSuffix("/slurmdbd") || value.hasSuffix("/mysql")
            case "SLURM_VERSION": version = String(value)
            default: break
            }
        }
    }
}
