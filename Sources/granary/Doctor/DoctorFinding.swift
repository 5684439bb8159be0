/// What the doctor found out about one thing that Granary needs.
struct DoctorFinding: Hashable, Sendable, Encodable {
    /// How bad it is.
    enum Severity: String, Hashable, Sendable, Encodable {
        /// As it should be.
        case good
        /// Something works less well, or only tests and benchmarks miss it.
        case note
        /// Granary cannot do its work.
        case missing
    }

    /// What was checked.
    var subject: String
    /// How bad it is.
    var severity: Severity
    /// What was found.
    var finding: String
    /// Debian packages that would fix it.
    var packages: [String] = []
    /// What else would fix it; empty if the packages do.
    var remedy = ""
}
