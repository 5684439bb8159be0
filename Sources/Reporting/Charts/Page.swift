/// A self-contained HTML page, readable without network, in light and in dark, and on a phone.
package struct Page: Sendable {
    private let title: String
    private let content: HTMLText

    /// Creates a page with a content.
    package init(title: String, _ content: HTMLText) {
        self.title = title
        self.content = content
    }

    /// The whole page, UTF-8.
    package var document: [UInt8] {
        let page: HTMLText = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="data:,">
            <title>\(title) – Granary</title>
            <style>\(PageStyle.sheet)</style></head><body><main>
            \(content)
            </main></body></html>

            """
        return Array(page.markup.utf8)
    }
}
