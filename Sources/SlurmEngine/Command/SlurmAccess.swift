package import Confinement
package import Jobs
import Platform

/// How Slurm is used: with which options, for which program, by which commands.
package struct SlurmAccess: Sendable {
    /// The options of Slurm; the manifest's take precedence over the site's.
    package var options: SlurmOptions
    /// Path of the program that tasks start, the same on every node.
    package var executable: String
    /// How Slurm's commands are called.
    package var command: SlurmCommand
    /// Whether processes on the nodes that read films confine themselves.
    package var sandbox: SandboxMode

    /// Creates a value.
    package init(
        _ options: SlurmOptions = SlurmOptions(),
        executable: String = OwnProgram.path,
        command: SlurmCommand = SlurmCommand(),
        sandbox: SandboxMode = .auto
    ) {
        self.sandbox = sandbox
        self.options = options
        self.executable = executable
        self.command = command
    }
}
