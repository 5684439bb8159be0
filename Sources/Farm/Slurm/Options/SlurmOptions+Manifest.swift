import Media
import Yams

extension SlurmOptions {
    /// Most processors of a task.
    static let mostProcessors = 1024
    /// Most slots that are believed.
    static let mostSlots = 1_000_000

    /// Why options of `sbatch` may not be set under `options`; those with a key of their own name it.
    static let refusedNames: [String: String] = [
        "array": "Granary makes the arrays", "job-name": "tasks are found again by the names that Granary gives them",
        "output": "the log of a task lies in the job directory", "error": "the log of a task lies in the job directory",
        "open-mode": "logs are appended to", "input": "a task reads no input",
        "chdir": "tasks run in the job directory",
        "export": "tasks have the environment of their coordinator",
        "export-file": "tasks have the environment of their coordinator",
        "parsable": "Granary reads what sbatch answers", "quiet": "Granary reads what sbatch answers",
        "wait": "Granary waits by itself", "wrap": "Granary brings the script",
        "test-only": "nothing would be submitted",
        "dependency": "Granary decides what comes first", "begin": "submit the job when it may begin",
        "requeue": "tasks are always put back when their node fails",
        "no-requeue": "tasks are always put back when their node fails", "hold": "nobody would release the tasks",
        "nodes": "a task runs on one node", "ntasks": "a task is one process",
        "ntasks-per-node": "a task is one process",
        "partition": "has a key of its own: slurm.partition", "account": "has a key of its own: slurm.account",
        "qos": "has a key of its own: slurm.qos", "time": "has a key of its own: slurm.time",
        "mem": "has a key of its own: slurm.memory", "mem-per-cpu": "has a key of its own: slurm.memory",
        "cpus-per-task": "has a key of its own: slurm.cpus", "nice": "has a key of its own: slurm.nice",
        "help": "it asks sbatch for help", "usage": "it asks sbatch for help",
        "version": "it asks sbatch for its version",
    ]

    /// Reads the mapping; what is wrong is reported, and left out.
    init(_ section: ManifestSection) {
        self.init()
        partition = section.value("partition", expected: "the name of a partition, or several with commas") {
            Self.name($0)
        }
        account = section.value("account", expected: "the name of an account") { Self.name($0) }
        qos = section.value("qos", expected: "the name of a quality of service") { Self.name($0) }
        if let time = section.time("time") {
            let minutes = Int((time.seconds / 60).rounded(.up))
            if minutes < 1 { section.report("time", "a task is given a minute at least") }
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
            if !(1...86_400).contains(time.seconds) { section.report("bundle", "a task is worth 1s to 24h of work") }
            bundleSeconds = min(max(time.seconds, 1), 86_400)
        }
        slots = section.integer("slots", in: 1...Self.mostSlots)
        if let node = section["options"] { options = Self.readOptions(node, section.reader) }
    }

    /// A name as Slurm's databases hold them; nil for what can be none.
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
            reader.report(node, path, "expected a mapping of options of sbatch to their values, found \(found)")
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
            if let reason = refusedNames[name] {
                reader.report(keyNode, keyPath, "may not be set: \(reason)")
            } else if !isOptionName(name) {
                reader.report(keyNode, keyPath, "expected the long name of an option of sbatch, as in constraint")
            } else if !isOptionValue(scalar.string) {
                reader.report(value, keyPath, "expected one line of at most 1000 characters, or true")
            } else if scalar.string == "false" {
                reader.report(value, keyPath, "an option is given or left out", "leave it out")
            } else {
                options[name] = scalar.string == "true" ? "" : scalar.string
            }
        }
        return options
    }

    private static func isOptionName(_ text: String) -> Bool {
        let bytes = text.utf8
        return (2...60).contains(bytes.count)
            && bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isOptionValue(_ text: String) -> Bool {
        (1...1000).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
