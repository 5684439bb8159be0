import CBuild

/// What this program was built from and with, as far as the build named it in its environment. Packages do.
package enum BuildRecord {
    /// The commit, as in "ea17ec4b12ab", with `-dirty` if files were changed; nil if GRANARY_COMMIT did not name it.
    package static let commit = unsafe named(granary_build_commit())

    /// The version of the compiler and its libraries, as in "6.3.1"; nil if GRANARY_SWIFT did not name it.
    package static let swift = unsafe named(granary_build_swift())

    private static func named(_ text: UnsafePointer<CChar>?) -> String? {
        // Safe: the text is a constant of the program.
        let words = unsafe text.map { unsafe String(cString: $0) } ?? ""
        return words.isEmpty ? nil : words
    }
}
