import CASS

/// libass, which is loaded on first use: before a process is confined.
@safe package final class SubtitleLibrary: Sendable {
    let functions: granary_ass
    /// Its version as libass and three numbers, as in `libass 0.17.1`.
    package let build: String

    /// The library; nil if it is not installed.
    package static let shared = SubtitleLibrary()

    private init?() {
        var functions = granary_ass()
        guard unsafe granary_load_ass(&functions) != 0 else { return nil }
        self.functions = functions
        let version = UInt32(bitPattern: functions.version())
        // As in 0x01701000 for 0.17.1: a digit, then two digits each.
        func digits(_ shift: UInt32) -> UInt32 { (version >> (shift + 4) & 0xF) * 10 + (version >> shift & 0xF) }
        let numbers = [version >> 28, digits(20), digits(12)]
        build = "libass " + numbers.map(String.init).joined(separator: ".")
    }
}
