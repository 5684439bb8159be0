/// Language codes of ISO 639-2.
enum LanguageCode {
    /// Languages whose bibliographic code (used by Matroska) differs from the terminological one (used by MP4).
    private static let terminologicalCodes = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld",
        "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri",
        "may": "msa", "per": "fas", "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]

    /// The three-letter terminological code of a tag such as `ger`, `deu` or `deu-DE`; `und` for anything else.
    static func terminological(_ tag: String) -> String {
        let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (97...122).contains($0) }) else { return "und" }
        return terminologicalCodes[code] ?? code
    }
}
