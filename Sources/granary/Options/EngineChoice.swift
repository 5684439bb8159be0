import ArgumentParser

/// Where work units run.
enum EngineChoice: String, ExpressibleByArgument, CaseIterable {
    /// Child processes on this machine.
    case local
}
