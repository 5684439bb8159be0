/// The tags of a page of ours, one after the other, each with the names of its attributes.
///
/// Stricter than browsers are: whatever no page of ours has, such as an attribute without quotes, is broken.
struct MarkupTokens: Hashable {
    /// As in `td class` and `/td`.
    private(set) var tags: [String] = []
    /// The text of the level-1 heading, with its references resolved.
    private(set) var heading = ""

    private var rest: ArraySlice<UInt8>
    private var open: [String] = []

    /// Elements that have no end.
    private static let empty: Set<String> = ["meta", "link", "br", "img", "hr", "input", "col"]
    private static let references = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]

    /// Throws unless a page is made of tags that fit, with every attribute in quotes and no script.
    static func check(_ page: [UInt8]) throws(BrokenProperty) { _ = try MarkupTokens(page) }

    /// Takes a page apart.
    init(_ page: [UInt8]) throws(BrokenProperty) {
        rest = page[...]
        guard String(validating: page, as: UTF8.self) != nil else { throw broken("is not UTF-8") }
        while let byte = rest.first {
            if byte == UInt8(ascii: "<") { try readTag() } else { try readText() }
        }
        guard open.isEmpty else { throw broken("leaves \(open) open") }
    }

    private mutating func readText() throws(BrokenProperty) {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[text.endIndex...]
        let resolved = try resolve(text)
        if open.last == "h1" { heading += resolved }
    }

    private mutating func readTag() throws(BrokenProperty) {
        rest.removeFirst()
        if rest.first == UInt8(ascii: "!") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")), tags.isEmpty else { throw broken("has a comment") }
            rest = rest[(end + 1)...]
            return
        }
        let isEnd = rest.first == UInt8(ascii: "/")
        if isEnd { rest.removeFirst() }
        let name = word()
        guard !name.isEmpty, name != "script" else { throw broken("has a tag <\(name)") }
        var tag = isEnd ? "/" + name : name
        while true {
            let isSpaced = !space().isEmpty
            if rest.starts(with: Array("/>".utf8)) {
                rest = rest.dropFirst(2)
                tags.append(tag)
                return
            }
            if rest.first == UInt8(ascii: ">") { break }
            guard isSpaced, !isEnd else { throw broken("has a tag <\(tag) that goes on with \(here)") }
            tag += try " " + attribute()
        }
        rest.removeFirst()
        tags.append(tag)
        if isEnd {
            guard open.popLast() == name else { throw broken("ends \(name) out of turn") }
        } else if !Self.empty.contains(name) {
            open.append(name)
        }
        if name == "style", !isEnd { skipStyle() }
    }

    private mutating func attribute() throws(BrokenProperty) -> String {
        let name = word()
        guard !name.isEmpty, !name.lowercased().hasPrefix("on") else {
            throw broken("has an attribute \(name) \(here)")
        }
        guard rest.first == UInt8(ascii: "=") else { return name }
        rest.removeFirst()
        guard rest.first == UInt8(ascii: "\"") else { throw broken("has an attribute \(name) without quotes") }
        rest.removeFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { throw broken("does not end \(name)") }
        let value = try resolve(rest[..<end])
        guard !value.lowercased().hasPrefix("javascript") else { throw broken("has a script in \(name)") }
        rest = rest[(end + 1)...]
        return name
    }

    /// Text or the value of an attribute, in which `<`, `>` and a lone `&` have no place.
    private func resolve(_ bytes: ArraySlice<UInt8>) throws(BrokenProperty) -> String {
        var text = ""
        for (index, piece) in String(decoding: bytes, as: UTF8.self).split(
            separator: "&",
            omittingEmptySubsequences: false
        ).enumerated() {
            guard !piece.unicodeScalars.contains(where: { $0 == "<" || $0 == ">" }) else {
                throw broken("has an angle bracket in \(piece.prefix(40))")
            }
            guard index > 0 else {
                text += piece
                continue
            }
            let name = piece.unicodeScalars.prefix { $0 != ";" }
            guard name.endIndex < piece.unicodeScalars.endIndex, name.count < 10,
                name.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic || $0 == "#" || ("0"..."9").contains($0) })
            else { throw broken("has a lone & in \(piece.prefix(40))") }
            text += Self.references[String(name)] ?? "?"
            text.unicodeScalars += piece.unicodeScalars[piece.unicodeScalars.index(after: name.endIndex)...]
        }
        return text
    }

    private mutating func skipStyle() {
        while !rest.isEmpty, !rest.starts(with: Array("</style".utf8)) { rest.removeFirst() }
    }

    private mutating func word() -> String {
        let word = rest.prefix {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":")
        }
        rest = rest[word.endIndex...]
        return String(decoding: word, as: UTF8.self)
    }

    private mutating func space() -> ArraySlice<UInt8> {
        let space = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        rest = rest[space.endIndex...]
        return space
    }

    private var here: String { String(decoding: rest.prefix(40), as: UTF8.self) }

    private func broken(_ what: String) -> BrokenProperty { BrokenProperty(description: "a page \(what)") }
}
