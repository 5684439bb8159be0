import Media
import Yams

extension SlurmOptions {
    /// Maximum number of processors of a task.
    package static let mostProcessors = 1024
    /// Maximum number of slots.
    static let mostSlots = 1_000_000

    /// Reads the mapping. Faulty values are reported and left out.
    package init(_ section: ManifestSection) {
        self.init()
        partition = section.value("partition", expected: "the name of a partition, or several separated by commas") {
            Self.name($0)
        }
        account = section.value("account", expected: "the name of an account") { Self.name($0) }
        qos = section.value("qos", expected: "the name of a quality of service") { Self.name($0) }
        if let time = section.time("time") {
            let minutes = Int((time.seconds / 60).rounded(.up))
            if minutes < 1 { section.report("time", "a task needs at least one minute") }
            timeMinutes = max(minutes, 1)
        }
        memory = section.value("memory", expected: "auto, none, or an amount as in 900M or 4G") { text in
            switch text {
            case "auto": .measured
            case "none": .unsaid
            default: Quantity.mebibytes(text).map(Memory.mebibytes)
            }
        }
        cpus = section.integer("cpus", in: 1...Self.mostProcessors)
        nice = section.integer("nice", in: -1_000_000...1_000_000)
        if let time = section.time("bundle") {
            if !(1...86_400).contains(time.seconds) { section.report("bundle", "a task must have 1s to 24h of work") }
            bundleSeconds = min(max(time.seconds, 1), 86_400)
        }
        slots = section.integer("slots", in: 1...Self.mostSlots)
        if let node = section["options"] { options = Self.readOptions(node, section.reader) }
    }

    /// A name that is valid in Slurm's database; nil for any other text.
    private static func name(_ text: String) -> String? {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_.,@:+-".unicodeScalars.contains(scalar))
        }
        return isPlain && (1...200).contains(text.utf8.count) && !text.hasPrefix("-") ? text : nil
    }

    private static func readOptions(_ node: Node, _ reader: ManifestReader) -> [String: String] {
        let path = "slurm.options"
        guard case .mapping(let mapping) = node else {
            let found = ManifestReader.kind(of: node)
            reader.report(node, path, "expected a mapping of sbatch options to values, found \(found)")
            return [:]
        }
        var options: [String: String] = [:]
        for (keyNode, value) in mapping {
            guard case .scalar(let key) = keyNode, case .scalar(let scalar) = value else {
                reader.report(keyNode, path, "an option is a name and a value, as in constraint: avx2")
                continue
            }
            let name = String(key.string.drop { $0 == "-" })
            let keyPath = "\(path).\(name)"
            if let wrong = SlurmPassedOptions.problem(name: name) {
                reader.report(keyNode, keyPath, wrong.problem, wrong.suggestion)
            } else if let wrong = SlurmPassedOptions.problem(value: scalar.string, of: name) {
                reader.report(value, keyPath, wrong.problem, wrong.suggestion)
            } else {
                options[name] = scalar.string == "true" ? "" : scalar.string
            }
        }
        return options
    }
}
