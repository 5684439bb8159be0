extension Manifest {
    /// What the name of a hook looks like, for messages.
    package static let hookNameForm = "the name of a hook, 1 to 64 of the characters a-z A-Z 0-9 . _ -"
    /// Most hooks of a job.
    static let mostHooks = 8

    /// Whether a text may be the name of a hook.
    package static func isHookName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    /// Reads `onFinish`: the name of a hook, or a list of names.
    mutating func readHooks(_ document: ManifestSection) {
        let names = document.values("onFinish", expected: Self.hookNameForm) { Self.isHookName($0) ? $0 : nil } ?? []
        if names.count > Self.mostHooks {
            document.report("onFinish", "expected at most \(Self.mostHooks) names of hooks")
        }
        if Set(names).count < names.count { document.report("onFinish", "names a hook twice", "keep one") }
        onFinish = names
    }

    /// The names in `onFinish` that are not among those of the operator's hooks, each as an issue at its place.
    ///
    /// - Parameter file: the file that has the hooks, for the message.
    package func issues(ofHooksOtherThan known: [String], in file: String) -> [ManifestIssue] {
        onFinish.filter { !known.contains($0) }.map { name in
            let names = known.isEmpty ? "it has none" : "known: \(known.joined(separator: ", "))"
            return ManifestIssue(
                position: positions["onFinish"],
                key: "onFinish",
                problem: "there is no hook \"\(name)\" in \(file)",
                suggestion: NearMiss.of(name, among: known).map { "did you mean \"\($0)\"?" } ?? names
            )
        }
    }
}
