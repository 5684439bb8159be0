import ArgumentParser
import Foundation
import JobDocuments
import Jobs
import Media

/// `granary queue watch`: adds the films of a folder.
struct QueueWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Add every film that appears in a folder, until it is interrupted.",
        discussion: """
            A file is added when its size and its time of modification stood still for a while, and when its probe \
            reaches its end. It is added once, however often the command is started again. Hidden files, links, and \
            files that end in .part, .tmp or .txt are left alone. `granary run --queue FOLDER --wait` makes the films.

            A film that cannot be read, or whose job fails, is moved to the folder `failed` in the watched folder, \
            with its error in a text file next to it. Other films stay where they are.

            A folder that cannot be read, such as one of a server that is away, is asked again until it is back. One \
            that is not mounted is empty, and that removes nothing from the queue.

            Exit codes: 130 interrupted, 65 an entry of the queue is damaged, 66 there is no such folder, 74 the queue \
            cannot be read or written.

            Examples:
              granary queue watch /films/queue /films/in --preset hevcHighestQuality --output '/films/out/{name}.mp4'
            """
    )

    @OptionGroup var place: QueueFolder

    @Argument(help: ArgumentHelp("The folder to watch.", valueName: "watched"), completion: .directory)
    var watched: String

    @Option(help: ArgumentHelp("The preset of the films; `granary presets` lists them.", valueName: "name"))
    var preset: String

    @Option(
        help: ArgumentHelp(
            "Where films go: a path with {name}, the name of the source without its extension.",
            valueName: "template"
        )
    )
    var output: String

    @Option(help: ArgumentHelp("Seconds that a file must stand still.", valueName: "seconds"))
    var settle = 10

    @OptionGroup var sandbox: SandboxOptions

    func validate() throws {
        if ExportPreset(name: preset) == nil {
            throw ValidationError("There is no preset '\(preset)'; granary presets lists them.")
        }
        if !output.contains("{name}") || !["mp4", "m4v", "mov"].contains(template.pathExtension.lowercased()) {
            throw ValidationError("--output takes a path with {name} that ends in .mp4, .m4v or .mov.")
        }
        if !(0...86_400).contains(settle) { throw ValidationError("--settle takes seconds from 0 to 86400.") }
        if template.deletingLastPathComponent().path == folder.path {
            throw ValidationError("--output must not lead into the watched folder.")
        }
    }

    private var template: URL { URL(filePath: output).standardizedFileURL }
    private var folder: URL { URL(filePath: watched).standardizedFileURL }

    func run() async throws {
        var isFolder: ObjCBool = false
        // Safe: the pointer to the local variable is used only during the call.
        guard unsafe FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue
        else { throw FileFailure(missing: folder.path, attempted: "watch the folder") }
        guard let preset = ExportPreset(name: preset) else { throw ValidationError("There is no preset '\(preset)'.") }
        try place.queue.create()
        var watch = FolderWatch(
            folder.path,
            to: place.queue,
            preset: preset,
            template: template.path,
            settleSeconds: Double(settle),
            reader: SourceReader(sandbox: sandbox.mode)
        ) { StandardError.write("granary: \($0)\n") }
        let isInterrupted = Locked(false)
        let listener = Task {
            for await _ in SignalSource.interruptions() { isInterrupted.withLock { $0 = true } }
        }
        defer { listener.cancel() }
        let start = ContinuousClock.now
        // What was said last about a folder that cannot be read.
        var trouble: String?
        while !isInterrupted.withLock({ $0 }) {
            do {
                try watch.look(at: start.duration(to: .now) / .seconds(1))
                trouble = nil
            } catch let error as FileFailure where error.kind == .inputOutput {
                // A network file system comes back.
                if trouble != error.explanation { StandardError.write("granary: \(error.explanation)\n") }
                trouble = error.explanation
            }
            try await Task.sleep(for: .seconds(1))
        }
        throw ExitCode(FailureKind.interrupted.rawValue)
    }
}
