/// The options of `sbatch` that a manifest or a site file may set under `options`, and what is wrong with others.
///
/// `sbatch` takes any unambiguous beginning of a long name for the name, so names are compared with a list of what may
/// be set: a list of what may not be set never covers all beginnings.
enum SlurmPassedOptions {
    /// What `sbatch` reads after a name.
    enum Value: Hashable {
        /// Always a value. Without one, `sbatch` would take the next word for it.
        case required
        /// A value or nothing.
        case optional
    }

    /// Most bytes of a value.
    static let valueByteLimit = 1000

    /// Full names of what may be set: where and when a task may run, who hears of it, and how it is accounted for.
    static let allowed: [String: Value] = [
        "acctg-freq": .required, "batch": .required, "cluster-constraint": .required, "comment": .required,
        "constraint": .required, "core-spec": .required, "cores-per-socket": .required, "cpu-freq": .required,
        "deadline": .required, "delay-boot": .required, "exclude": .required, "exclusive": .optional,
        "gpus": .required, "gpus-per-node": .required, "gpus-per-task": .required, "gres": .required,
        "gres-flags": .required, "hint": .required, "licenses": .required, "mail-type": .required,
        "mail-user": .required, "mcs-label": .required, "mem-bind": .required, "nodelist": .required,
        "oversubscribe": .optional, "prefer": .required, "reservation": .required, "sockets-per-node": .required,
        "switches": .required, "thread-spec": .required, "threads-per-core": .required, "time-min": .required,
        "tmp": .required, "wckey": .required,
    ]

    /// Why options may not be set, for those that somebody may look for; options with a key of their own name it.
    static let reasons: [String: String] = [
        "array": "Granary makes the arrays", "job-name": "tasks are found again by the names that Granary gives them",
        "output": "the log of a task lies in the job directory", "error": "the log of a task lies in the job directory",
        "open-mode": "logs are appended to", "input": "a task reads no input",
        "chdir": "tasks run in the job directory",
        "export": "tasks have the environment of their coordinator",
        "export-file": "tasks have the environment of their coordinator",
        "get-user-env": "tasks have the environment of their coordinator",
        "parsable": "Granary reads what sbatch answers", "quiet": "Granary reads what sbatch answers",
        "verbose": "Granary reads what sbatch answers", "clusters": "Granary asks one cluster about its tasks",
        "wait": "Granary waits by itself", "wrap": "Granary brings the script",
        "test-only": "nothing would be submitted",
        "dependency": "Granary decides what comes first", "begin": "submit the job when it may begin",
        "requeue": "tasks are always put back when their node fails",
        "no-requeue": "tasks are always put back when their node fails", "hold": "nobody would release the tasks",
        "nodes": "a task runs on one node", "ntasks": "a task is one process",
        "ntasks-per-node": "a task is one process", "uid": "tasks run as their coordinator does",
        "gid": "tasks run as their coordinator does", "container": "tasks run the program of their coordinator",
        "signal": "Granary ends its tasks by itself",
        "partition": "has a key of its own: slurm.partition", "account": "has a key of its own: slurm.account",
        "qos": "has a key of its own: slurm.qos", "time": "has a key of its own: slurm.time",
        "mem": "has a key of its own: slurm.memory", "mem-per-cpu": "has a key of its own: slurm.memory",
        "cpus-per-task": "has a key of its own: slurm.cpus", "nice": "has a key of its own: slurm.nice",
        "help": "it asks sbatch for help", "usage": "it asks sbatch for help",
        "version": "it asks sbatch for its version",
    ]

    /// What is wrong with a name; nil for one that may be set.
    static func problem(name: String) -> (problem: String, suggestion: String)? {
        if allowed[name] != nil { return nil }
        if let reason = reasons[name] { return ("may not be set: \(reason)", "") }
        guard isOptionName(name) else {
            return ("expected the long name of an option of sbatch, as in constraint", "")
        }
        let names = allowed.keys.sorted()
        let longer = names.filter { $0.hasPrefix(name) }
        let near = longer.count == 1 ? longer.first : NearMiss.of(name, among: names)
        return (
            "may not be set; only these may, by their full names: \(names.joined(separator: ", "))",
            near.map { "did you mean \"\($0)\"?" } ?? ""
        )
    }

    /// What is wrong with the value of an option that may be set, `true` for none; nil when nothing is.
    static func problem(value: String, of name: String) -> (problem: String, suggestion: String)? {
        switch value {
        case "false": return ("an option is given or left out", "leave it out")
        case "true":
            if allowed[name] == .optional { return nil }
            return ("expected a value: sbatch knows no \(name) without one", "")
        // Several options print what may be asked for, and submit nothing.
        case "help": return ("may not be set: it asks sbatch for help", "")
        default: break
        }
        if !isLine(value) {
            return ("expected one line of at most \(valueByteLimit) bytes that does not begin with -, or true", "")
        }
        if ["nodelist", "exclude"].contains(name), value.contains("/") {
            return ("expected names of nodes: sbatch would take a value with / for a file of names", "")
        }
        return nil
    }

    private static func isOptionName(_ text: String) -> Bool {
        let bytes = text.utf8
        return (2...60).contains(bytes.count)
            && bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLine(_ text: String) -> Bool {
        (1...valueByteLimit).contains(text.utf8.count) && !text.hasPrefix("-")
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }
}
