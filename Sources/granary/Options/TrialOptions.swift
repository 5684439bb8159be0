import ArgumentParser

/// What benchmarks of the cluster engine ask for: work that takes a known time.
struct TrialOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The program that tasks of a cluster start in place of this one.", visibility: .hidden))
    var program: String?

    @Option(
        name: .customLong("assumed-seconds"),
        help: ArgumentHelp("Seconds that the engine assumes for every unit.", visibility: .hidden)
    )
    var expectedSeconds: Double?

    func validate() throws {
        if let expectedSeconds, !(0.001...86_400).contains(expectedSeconds) {
            throw ValidationError("--assumed-seconds takes seconds from 0.001 to 86400.")
        }
    }
}
