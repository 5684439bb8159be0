/// An ISO 639-2/T language code in the packed form of `mdhd`: three letters of five bits, each minus 0x60 (ISO/IEC
/// 14496-12 8.4.2.3).
package enum PackedLanguage {
    /// `und`, undetermined.
    package static let undetermined: UInt16 = 0x55C4

    /// Packs three lower-case letters; anything else becomes `und`.
    package static func pack(_ code: String) -> UInt16 {
        let letters = Array(code.utf8)
        guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return undetermined }
        return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }

    /// Unpacks three letters; `und` for QuickTime's own numbers and for anything else.
    package static func unpack(_ packed: UInt16) -> String {
        let letters = [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }
        guard packed < 0x8000, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return "und" }
        return String(decoding: letters, as: UTF8.self)
    }
}
