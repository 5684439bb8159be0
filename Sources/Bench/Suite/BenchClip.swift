/// A clip of a suite: a file, or a recipe that makes one.
package struct BenchClip: Hashable, Sendable {
    /// Where its pictures come from.
    package enum Origin: Hashable, Sendable {
        /// A file, by its absolute path.
        case file(String)
        /// Pictures that ffmpeg computes.
        case recipe(BenchRecipe)
    }

    /// Name in the suite.
    package var name: String
    /// Where it comes from.
    package var origin: Origin
    /// Required SHA-256 of the file in lower-case hexadecimal; nil accepts any file.
    package var sha256: String?
    /// Licence: an SPDX name or free text.
    package var licence: String
    /// The class of its content.
    package var contentClass: BenchContentClass
    /// The command that fetches it on a fresh machine, for messages; nil if there is none.
    package var obtain: String?
    /// Average rates in bit/s; nil for the suite's.
    package var rates: [Int]?
    /// Rate factors; nil for the suite's.
    package var factors: [Double]?

    /// Creates a clip.
    package init(
        name: String,
        origin: Origin,
        sha256: String? = nil,
        licence: String,
        contentClass: BenchContentClass,
        obtain: String? = nil,
        rates: [Int]? = nil,
        factors: [Double]? = nil
    ) {
        self.name = name
        self.origin = origin
        self.sha256 = sha256
        self.licence = licence
        self.contentClass = contentClass
        self.obtain = obtain
        self.rates = rates
        self.factors = factors
    }
}
