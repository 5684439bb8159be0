import ArgumentParser
import Foundation
import JobDocuments
import Jobs
import Media

/// `granary queue add`: adds films.
struct QueueAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add the films of manifests, and print their numbers.",
        discussion: """
            Creates the folder if there is none. The queue keeps the text of the manifest: a file that changes later \
            does not matter. Nothing is added if one of the manifests has a mistake.
            """
    )

    @OptionGroup var place: QueueFolder

    @Argument(
        help: ArgumentHelp("The manifests, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifests: [String]

    @Option(help: ArgumentHelp("0 to 100, higher first. Default: that of the manifest.", valueName: "priority"))
    var priority: Int?

    func validate() throws {
        if let priority, !(0...100).contains(priority) {
            throw ValidationError("--priority takes a number from 0 to 100, not \(priority).")
        }
    }

    func run() throws {
        var entries: [QueueEntry] = []
        for file in manifests {
            let url = URL(filePath: file).standardizedFileURL
            let bytes = try Manifest.bytes(ofFile: file)
            let folder = url.deletingLastPathComponent().path
            let manifest = try Manifest(parsing: bytes, file: file, folder: folder)
            entries.append(
                QueueEntry(
                    manifest,
                    file: url.path,
                    text: String(decoding: bytes, as: UTF8.self),
                    name: manifest.filmName,
                    priority: priority
                )
            )
        }
        for entry in entries {
            let added = try place.queue.add(entry)
            StandardOutput.write("\(added.number) \(PlainText.field(added.name))\n")
        }
    }
}
