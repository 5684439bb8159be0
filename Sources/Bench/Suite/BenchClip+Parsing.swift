import Jobs
import Media

extension BenchClip {
    /// Reads a clip, and reports mistakes. Nil if it has no name or no origin.
    init?(_ section: ManifestSection, folder: String) {
        guard let name = section.name("name") else { return nil }
        let contentClass = section.choice("class", BenchContentClass.self)
        if !section.has("class") { section.report("class", "is missing", "name the class of its content") }
        let licence = section.line("licence")
        if !section.has("licence") { section.report("licence", "is missing", "name the terms of use") }
        let origin: Origin
        switch (section.has("path"), section.has("recipe")) {
        case (true, true):
            section.report("recipe", "contradicts path", "keep one of the two")
            return nil
        case (false, false):
            section.report("path", "is missing, and there is no recipe either", "add the path of a file, or a recipe")
            return nil
        case (true, false):
            guard let path = section.path("path", in: folder) else { return nil }
            origin = .file(path)
        case (false, true):
            guard let recipe = section.section("recipe").flatMap({ BenchRecipe($0, folder: folder) }) else {
                return nil
            }
            origin = .recipe(recipe)
        }
        self.init(
            name: name,
            origin: origin,
            sha256: section.value("sha256", expected: "64 hexadecimal digits") { text in
                text.wholeMatch(of: #/[0-9a-fA-F]{64}/#) == nil ? nil : text.lowercased()
            },
            licence: licence ?? "",
            contentClass: contentClass ?? .film,
            obtain: section.line("obtain"),
            rates: section.rates("rates"),
            factors: section.factors("factors")
        )
    }
}

extension BenchRecipe {
    /// Reads a recipe, and reports mistakes. Nil if it is incomplete.
    init?(_ section: ManifestSection, folder: String) {
        for key in ["graph", "frames", "frameRate"] where !section.has(key) {
            section.report(key, "is missing", "a recipe needs a graph, a number of frames and their rate")
        }
        let graph = section.value("graph", expected: "a graph of ffmpeg's filters in 1 to 2000 characters") { text in
            text.isEmpty || text.count > 2000 || text.contains(where: \.isNewline) ? nil : text
        }
        let count = section.integer("frames", in: 1...1_000_000)
        let rate = section.value("frameRate", expected: "a frame rate, as in 24 or 30000/1001") {
            Quantity.frameRate($0)
        }
        let depth = section.choice("bitDepth", of: ["8", "10"])
        let transfer = section.choice("transfer", Transfer.self) ?? .bt709
        let sources = section.paths("source", in: folder)
        guard let graph, let count, let rate else { return nil }
        self.init(
            graph: graph,
            sources: sources,
            frameCount: count,
            frameRate: rate,
            hasTenBits: depth == "10",
            transfer: transfer
        )
    }
}

extension BenchFolder {
    /// Reads a folder, and reports mistakes.
    init?(_ section: ManifestSection, folder: String) {
        if !section.has("path") { section.report("path", "is missing", "name the folder") }
        guard let path = section.path("path", in: folder) else { return nil }
        self.init(
            path: path,
            contentClass: section.choice("class", BenchContentClass.self) ?? .film,
            licence: section.line("licence") ?? "not stated"
        )
    }
}
