import Foundation
import Platform
package import SlurmEngine

/// Options of a run.
package struct BenchOptions: Sendable {
    /// Where clips, encodes and unfinished runs are kept.
    package var place: BenchPlace
    /// Path of Granary's program.
    package var granary = OwnProgram.path
    /// Arguments of `granary run` after the manifest, such as `--engine slurm`.
    package var granaryArguments: [String] = []
    /// The cluster whose nodes encode; nil encodes on this machine.
    package var cluster: SlurmAccess?
    /// The request to stop the run.
    package var stop = BenchStop()
    /// Called for every event.
    package var onEvent: @Sendable (BenchEvent) -> Void = { _ in }

    /// Creates options.
    package init(place: BenchPlace) { self.place = place }
}
