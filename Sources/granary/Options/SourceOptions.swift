import ArgumentParser

/// How a film is known again: for every command that looks at one for the first time.
struct SourceOptions: ParsableArguments {
    @Flag(help: "Detect a changed source by all of its bytes instead of 66 blocks of 64 KiB; slow for large files.")
    var hashSource = false
}
