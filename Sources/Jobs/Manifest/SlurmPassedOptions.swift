/// The options of `sbatch` that a manifest or a site file may set under `options`, and why others are rejected.
///
/// `sbatch` accepts any unambiguous prefix of a long name. So names are compared with a list of what may be set: a list
/// of what may not be set never covers all prefixes.
enum SlurmPassedOptions {
    /// What `sbatch` reads after a name.
    enum Value: Hashable {
        /// Always a value. Without one, `sbatch` would use the next word as the value.
        case required
        /// A value or nothing.
        case optional
    }

    /// Maximum size of a value in bytes.
    static let valueByteLimit = 1000

    /// Full names of the options that may be set: where and when a task may run, who is notified of it, and its
    /// accounting.
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

    /// Why options may not be set, for options that a user may look for. An option that has a manifest key names that
    /// key.
    static let reasons: [String: String] = [
        "array": "Granary creates the arrays", "job-name": "Granary finds its tasks by the names that it gives them",
        "output": "the log of a task is in the job directory", "error": "the log of a task is in the job directory",
        "open-mode": "logs are appended to", "input": "a task reads no input",
        "chdir": "tasks run in the job directory",
        "export": "tasks have the environment of their coordinator",
        "export-file": "tasks have the environment of their coordinator",
        "get-user-env": "tasks have the environment of their coordinator",
        "parsable": "Granary reads the output of sbatch", "quiet": "Granary reads the output of sbatch",
        "verbose": "Granary reads the output of sbatch", "clusters": "Granary asks one cluster about its tasks",
        "wait": "Granary itself waits for its tasks", "wrap": "Granary provides the script",
        "test-only": "nothing would be submitted",
        "dependency": "Granary decides the order of tasks", "begin": "submit the job when it may start",
        "requeue": "tasks are always requeued when their node fails",
        "no-requeue": "tasks are always requeued when their node fails", "hold": "nobody would release the tasks",
        "nodes": "a task runs on one node", "ntasks": "a task is one process",
        "ntasks-per-node": "a task is one process", "uid": "tasks run as the user of their coordinator",
        "gid": "tasks run as the group of their coordinator", "container": "tasks run the program of their coordinator",
        "signal": "Granary itself ends its tasks",
        "partition": "use the key slurm.partition", "account": "use the key slurm.account",
        "qos": "use the key slurm.qos", "time": "use the key slurm.time",
        "mem": "use the key slurm.memory", "mem-per-cpu": "use the key slurm.memory",
        "cpus-per-task": "use the key slurm.cpus", "nice": "use the key slurm.nice",
        "help": "it asks sbatch for help", "usage": "it asks sbatch for help",
        "version": "it asks sbatch for its version",
    ]

    /// What is wrong with a name; nil if it may be set.
    static func problem(name: String) -> (problem: String, suggestion: String)? {
        if allowed[name] != nil { return nil }
        if let reason = reasons[name] { return ("may not be set: \(reason)", "") }
        guard isOptionName(name) else {
            return ("expected the long name of an sbatch option, as in constraint", "")
        }
        let names = allowed.keys.sorted()
        let longer = names.filter { $0.hasPrefix(name) }
        let near = longer.count == 1 ? longer.first : NearMiss.of(name, among: names)
        return (
            "may not be set; only these may, with their full names: \(names.joined(separator: ", "))",
            near.map { "did you mean \"\($0)\"?" } ?? ""
        )
    }

    /// What is wrong with the value of an option that may be set; nil if nothing is. The value `true` means an option
    /// without a value.
    static func problem(value: String, of name: String) -> (problem: String, suggestion: String)? {
        switch value {
        case "false": return ("an option cannot be false", "leave it out")
        case "true":
            if allowed[name] == .optional { return nil }
            return ("expected a value: sbatch requires one for \(name)", "")
        // Several options print their valid values and submit nothing.
        case "help": return ("may not be set: it asks sbatch for help", "")
        default: break
        }
        if !isLine(value) {
            return ("expected one line of at most \(valueByteLimit) bytes that does not begin with -, or true", "")
        }
        if ["nodelist", "exclude"].contains(name), value.contains("/") {
            return ("expected names of nodes: sbatch would read a value with / as the path of a file of names", "")
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
