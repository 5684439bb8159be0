import Jobs
import Media

extension BenchAnchor {
    /// Reads an anchor, and reports mistakes. Nil if it has no name or kind.
    init?(_ section: ManifestSection) {
        if !section.has("kind") {
            section.report("kind", "is missing", "one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let name = section.name("name")
        guard let kind = section.choice("kind", Kind.self), let name else { return nil }
        self.name = name
        self.kind = kind
        role = section.choice("role", BenchAnchorRecord.Role.self) ?? (kind == .granary ? .subject : .peer)
        if kind != .granary, role == .subject { section.report("role", "only anchors of kind granary can be subjects") }
        title = section.line("title") ?? kind.title
        let requested = section.choice("aim", Aim.self)
        aim = kind.aim ?? requested ?? .rate
        if let fixed = kind.aim, let requested, requested != fixed {
            section.report("aim", "\(kind.rawValue) aims at a \(fixed.rawValue)", "leave it out")
        }
        preset = section.value("preset", expected: "one of x265's presets, as in medium", BenchSuite.preset)
        options = section.values("options", expected: "a word of a command") { $0.utf8.contains(0) ? nil : $0 } ?? []
        chunk = section.time("chunk") ?? MediaTime(value: 5, timescale: 1)
        if !(0.5...600).contains(chunk.seconds) { section.report("chunk", "chunks are 500ms to 10m long") }
        optimize = section.choice("optimize", of: ["balanced"] + QualityMetric.allCases.map(\.rawValue))
        if aim == .factor, let optimize, optimize != "balanced" {
            section.report("optimize", "needs an average rate, but the anchor aims at a rate factor")
        }
        passes = section.integer("passes", in: 1...1000)
        template = nil
        refuseForeignKeys(section)
        if kind == .granary { checkOptions(section) }
        if kind == .template { template = BenchTemplate(section) }
    }

    /// Refuses keys that apply to other kinds only and would be ignored.
    private func refuseForeignKeys(_ section: ManifestSection) {
        let owners: [String: Set<Kind>] = [
            "optimize": [.granary], "passes": [.granary], "chunk": [.chunkedTwoPass, .chunkedFactor],
            "commands": [.template], "input": [.template], "output": [.template], "version": [.template],
        ]
        for (key, kinds) in owners.sorted(by: { $0.key < $1.key }) where section.has(key) && !kinds.contains(kind) {
            section.report(key, "has no effect on \(kind.rawValue)", "leave it out")
        }
        if kind == .template {
            for key in ["preset", "options"] where section.has(key) {
                section.report(key, "a template has all its words in its commands", "leave it out")
            }
        }
    }

    /// Checks Granary's options, which are x265's by name, as in `aq-mode=3`, in the same way as those of a manifest.
    private func checkOptions(_ section: ManifestSection) {
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                section.report("options", "expected name=value, found \"\(option.prefix(60))\"")
                continue
            }
            if case .failure(let fault) = EncoderOptions.check(parts[0], parts[1]) {
                section.report("options", "\(parts[0]): \(fault.problem)", fault.suggestion)
            }
        }
    }
}

extension BenchTemplate {
    /// Reads the commands of a template, and reports mistakes.
    init?(_ section: ManifestSection) {
        for key in ["commands", "output"] where !section.has(key) {
            section.report(key, "is missing", "a template needs commands and the form of their output")
        }
        let commands = section.wordLists("commands") ?? []
        for word in commands.flatMap(\.self) {
            for place in Self.unknownPlaces(in: word) {
                let near = NearMiss.of(place, among: Self.places.sorted()).map { "did you mean {\($0)}?" }
                let known = Self.places.sorted().joined(separator: ", ")
                section.report("commands", "there is no {\(place.prefix(40))}", near ?? "known: \(known)")
            }
        }
        let input = section.choice("input", Input.self) ?? .file
        let words = commands.flatMap(\.self).joined(separator: " ")
        if !commands.isEmpty, !words.contains("{output}") {
            section.report("commands", "no word has {output}", "the commands must write the encoded stream there")
        }
        if !commands.isEmpty, input == .file, !words.contains("{input}") {
            section.report("commands", "no word has {input}", "write input: y4m if it reads its standard input")
        }
        let version = section.values("version", expected: "a word of a command") { $0.utf8.contains(0) ? nil : $0 }
        guard !commands.isEmpty, let output = section.choice("output", Output.self) else { return nil }
        self.init(commands: commands, input: input, output: output, version: version)
    }
}
