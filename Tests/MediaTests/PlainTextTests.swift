import Media
import Testing

@Suite("Text for a terminal")
struct PlainTextTests {
    /// Every scalar that could control a terminal or change the direction of text.
    private static let active =
        (Array(0...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        + [0x61C, 0x200E, 0x200F])
        .compactMap { Unicode.Scalar(UInt32($0)) }

    @Test("control characters and direction marks are escaped; in lines, line feeds and tabs stay")
    func controls() {
        for scalar in Self.active {
            let (text, number) = ("a\(Character(scalar))b", String(scalar.value, radix: 16, uppercase: true))
            #expect(PlainText.field(text) == "a\\u{\(number)}b")
            #expect(PlainText.lines(text) == (scalar == "\n" || scalar == "\t" ? text : "a\\u{\(number)}b"))
        }
    }

    @Test("all other text stays unchanged", arguments: ["Café – 日本語 🎬", "e\u{301}", "שלום", "a b", "\\u{1B}", ""])
    func others(text: String) {
        #expect(PlainText.field(text) == text && PlainText.lines(text) == text)
    }

    @Test("a carriage return with a line feed, one character in Swift, is escaped as two")
    func endOfLine() {
        #expect(PlainText.lines("a\r\nb") == "a\\u{D}\nb" && PlainText.field("a\r\nb") == "a\\u{D}\\u{A}b")
    }

    @Test("an error's subject cannot look like a separate line")
    func subject() {
        struct Failure: ExplainedError {
            let kind = FailureKind.badInput
            let attempted = "open the movie"
            let subject = "a.mp4\ngranary: all is well\u{1B}[2J"
            let cause = "it is none"
            let remedy = ""
        }
        #expect(
            Failure().explanation
                == "could not open the movie (a.mp4\\u{A}granary: all is well\\u{1B}[2J): it is none"
        )
    }
}
