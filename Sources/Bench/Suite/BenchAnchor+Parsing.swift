import Jobs
import Media

extension BenchAnchor {
    /// Reads an anchor; what is wrong is reported. Nil when it has no name or kind.
    init?(_ section: ManifestSection) {
        if !section.has("kind") {
            section.report("kind", "is missing", "one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let name = section.name("name")
        guard let kind = section.choice("kind", Kind.self), let name else { return nil }
        self.name = name
        self.kind = kind
        role = section.choice("role", BenchAnchorRecord.Role.self) ?? (kind == .granary ? .subject : .peer)
        if kind != .granary, role == .subject { section.report("role", "only Granary's own ways are subjects") }
        title = section.line("title") ?? kind.title
        let asked = section.choice("aim", Aim.self)
        aim = kind.aim ?? asked ?? .rate
        if let fixed = kind.aim, let asked, asked != fixed {
            section.report("aim", "\(kind.rawValue) aims at a \(fixed.rawValue)", "leave it out")
        }
        preset = section.value("preset", expected: "one of x265's presets, as in medium", BenchSuite.preset)
        options = section.values("options", expected: "a word of a command") { $0.utf8.contains(0) ? nil : $0 } ?? []
        chunk = section.time("chunk") ?? MediaTime(value: 5, timescale: 1)
        if !(0.5...600).contains(chunk.seconds) { section.report("chunk", "chunks are 500ms to 10m long") }
        optimize = section.choice("optimize", of: ["balanced"] + QualityMetric.allCases.map(\.rawValue))
        if aim == .factor, let optimize, optimize != "balanced" {
            section.report("optimize", "says what an average rate is spent for, and a rate factor is none")
        }
        passes = section.integer("passes", in: 1...1000)
        template = nil
        refuseForeignKeys(section)
        if kind == .granary { checkOptions(section) }
        if kind == .template { template = BenchTemplate(section) }
    }

    /// Keys that say something about other kinds alone would be ignored: they are refused.
    private func refuseForeignKeys(_ section: ManifestSection) {
        let owners: [String: Set<Kind>] = [
            "optimize": [.granary], "passes": [.granary], "chunk": [.chunkedTwoPass, .chunkedFactor],
            "commands": [.template], "input": [.template], "output": [.template], "version": [.template],
        ]
        for (key, kinds) in owners.sorted(by: { $0.key < $1.key }) where section.has(key) && !kinds.contains(kind) {
            section.report(key, "says nothing about \(kind.rawValue)", "leave it out")
        }
        if kind == .template {
            for key in ["preset", "options"] where section.has(key) {
                section.report(key, "a template has all its words in its commands", "leave it out")
            }
        }
    }

    /// Granary's options are x265's by name, as in `aq-mode=3`, and are checked as those of a manifest are.
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
    /// Reads the commands of a template; what is wrong is reported.
    init?(_ section: ManifestSection) {
        for key in ["commands", "output"] where !section.has(key) {
            section.report(key, "is missing", "a template needs commands, and says what they write")
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
            section.report("commands", "no word has {output}", "the encoded stream is looked for there")
        }
        if !commands.isEmpty, input == .file, !words.contains("{input}") {
            section.report("commands", "no word has {input}", "write input: y4m if the clip comes by standard input")
        }
        let version = section.values("version", expected: "a word of a command") { $0.utf8.contains(0) ? nil : $0 }
        guard !commands.isEmpty, let output = section.choice("output", Output.self) else { return nil }
        self.init(commands: commands, input: input, output: output, version: version)
    }
}
