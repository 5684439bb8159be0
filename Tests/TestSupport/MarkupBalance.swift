/// Finds tags that are opened and not closed, or closed and not open.
package struct MarkupBalance {
    /// The tags at fault, as in `</p>`; empty when all is well.
    package private(set) var unbalanced: [String] = []

    /// Elements that are never closed (WHATWG HTML, void elements), as far as pages have them.
    private static let void: Set<Substring> = ["br", "hr", "img", "input", "link", "meta"]

    /// Looks through some markup.
    package init(_ text: some StringProtocol) {
        let text = String(text)
        var open: [Substring] = []
        for tag in text.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) {
            let (_, closing, name, selfClosing) = tag.output
            if !selfClosing.isEmpty || Self.void.contains(name) { continue }
            if closing.isEmpty {
                open.append(name)
            } else if open.last == name {
                open.removeLast()
            } else {
                unbalanced.append("</\(name)>")
            }
        }
        unbalanced += open.map { "<\($0)>" }
    }
}
