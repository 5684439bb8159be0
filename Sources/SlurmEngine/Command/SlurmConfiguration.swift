/// What Granary wants to know of a cluster's configuration.
package struct SlurmConfiguration: Hashable, Sendable {
    /// Most tasks of an array: the largest task number and one.
    package var maximumArraySize: Int
    /// How long the controller remembers a job that ended, in seconds.
    package var rememberedSeconds: Int
    /// True when the site keeps accounts that `sacct` reads.
    package var keepsAccounts: Bool
    /// Version of Slurm; empty when it is not told.
    package var version: String

    /// What Slurm has when nothing is configured, and so the most cautious of what is usual.
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

    /// Reads what `scontrol show config` writes; what is missing there is as usual.
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
