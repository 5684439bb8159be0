import ArgumentParser

/// `granary storage`: what multi-pass storages and frame silos hold.
struct StorageCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage",
        abstract: "List, dump or check multi-pass storages and frame silos.",
        discussion: """
            A file whose name carries its SHA-256 is hashed first. One that has no such name, or does not match it, is \
            opened in a process of its own, since LMDB trusts the pages it reads and damage can end its reader.

            Examples:
              granary storage list .granary/JOB/passes/0002/*
              granary storage dump range-00017-0123456789abcdef.multipass | jq .statistics
              granary storage check .granary/JOB/passes/*/*.silo
            """,
        subcommands: [StorageList.self, StorageDump.self, StorageCheck.self]
    )
}
