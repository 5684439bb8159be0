import ArgumentParser

/// Where work units run.
enum EngineChoice: String, ExpressibleByArgument, CaseIterable {
    /// Child processes on this machine.
    case local
    /// Tasks of job arrays on the nodes of a Slurm cluster.
    case slurm
}
