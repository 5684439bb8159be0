import ArgumentParser
import Jobs

/// The command line: it parses arguments, runs commands, and returns exit codes.
@main
struct GranaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "granary",
        abstract: "A multi-pass offline HEVC encoding farm.",
        discussion: """
            Granary splits a film into ranges and encodes them with x265 in several passes under one rate control. It \
            encodes again only the ranges that missed their target, and joins all ranges into one film, MP4 or \
            QuickTime. It decodes the film and compares every picture before the film gets its final name.

            Examples:
              granary encode film.mov -o film.mp4
              granary encode film.mov -o film.mp4 --bitrate 2500k
              granary run film.yaml
              granary doctor

            Results go to standard output, everything else to standard error.

            Exit codes: 0 done, 3 finished but not verified or a target missed, 64 usage, 65 bad manifest or damaged \
            source, 66 source not found, 69 library or engine unavailable, 70 a bug, 73 cannot create the output, \
            74 reading or writing failed, 75 try again, 130 interrupted.
            """,
        version: BuildIdentity.granaryVersion,
        subcommands: [
            Run.self, Encode.self, Resume.self, QueueCommands.self, HooksCommands.self, Serve.self, Submit.self,
            Status.self, Watch.self, Cancel.self,
            Logs.self,
            Clean.self,
            Simulate.self, Export.self, Validate.self, Probe.self, Inspect.self,
            Verify.self, Extract.self, Still.self, StorageCommands.self, Presets.self, Capabilities.self,
            BenchCommands.self,
            Doctor.self, Work.self, BundleTask.self, PlanWave.self, ReadSource.self, EngineTrial.self,
        ]
    )

    /// Parses and runs a command; if it fails, exits with the exit code of the failure.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            leave(after: error)
        }
    }
}
