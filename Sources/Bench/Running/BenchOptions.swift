import Foundation
import Platform
package import SlurmEngine

/// How a suite is run.
package struct BenchOptions: Sendable {
    /// Where clips, encodes and unfinished runs are kept.
    package var place: BenchPlace
    /// Path of Granary's program.
    package var granary = OwnProgram.path
    /// Words that Granary's `run` is given beside the manifest, as `--engine slurm`.
    package var granaryWords: [String] = []
    /// The cluster whose nodes encode; nil encodes on this machine.
    package var cluster: SlurmAccess?
    /// What ends the run.
    package var stop = BenchStop()
    /// Who watches.
    package var onEvent: @Sendable (BenchEvent) -> Void = { _ in }

    /// Creates options.
    package init(place: BenchPlace) { self.place = place }
}
