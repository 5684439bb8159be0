/// The name of a published store, `STEM-HASH16.SUFFIX`: the first 16 digits of its SHA-256 are part of it.
struct PublishedName: Hashable {
    /// The subject of the store, as in `range-00017`.
    let stem: String
    /// The first 16 hexadecimal digits of the file's SHA-256.
    let digits: String
    /// What the file holds.
    let kind: StoreKind

    /// Creates the name of a file with a known SHA-256.
    init(stem: String, sha256: String, kind: StoreKind) {
        self.stem = stem
        digits = String(sha256.prefix(PublishedName.digitCount))
        self.kind = kind
    }

    /// Parses the name or path of a file; nil if it does not follow the pattern.
    init?(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let kind = StoreKind.allCases.first(where: { name.hasSuffix("." + $0.suffix) }) else { return nil }
        let parts = name.dropLast(kind.suffix.count + 1).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 2, let digits = parts.last, digits.utf8.count == PublishedName.digitCount,
            digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        stem = parts.dropLast().joined(separator: "-")
        self.digits = String(digits)
        self.kind = kind
    }

    /// The whole name.
    var text: String { "\(stem)-\(digits).\(kind.suffix)" }

    private static let digitCount = 16
}
