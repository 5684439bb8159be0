import ArgumentParser

/// How a changed film is detected, for every command that reads a film for the first time.
struct SourceOptions: ParsableArguments {
    @Flag(help: "Detect a changed source by all of its bytes instead of 66 blocks of 64 KiB; slow for large files.")
    var hashSource = false
}
