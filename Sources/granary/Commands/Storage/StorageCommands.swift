import ArgumentParser

/// `granary storage`: lists, dumps and checks stores.
struct StorageCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage",
        abstract: "List, dump or check multi-pass storages, frame silos and tables of dynamic metadata.",
        discussion: """
            If the name of a file has a SHA-256, the file is hashed first. A file without one, or with a different \
            hash, is opened in a separate process, because LMDB trusts the pages that it reads and damage can crash \
            the process.

            Examples:
              granary storage list .granary/JOB/passes/0002/*
              granary storage dump range-00017-0123456789abcdef.multipass | jq .statistics
              granary storage check .granary/JOB/passes/*/*.silo
              granary storage dump .granary/JOB/passes/0000/*.metadata | jq -r .dolbyVision
            """,
        subcommands: [StorageList.self, StorageDump.self, StorageCheck.self]
    )
}
