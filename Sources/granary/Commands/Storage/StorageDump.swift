import ArgumentParser
import Storage

/// `granary storage dump`: prints every record as NDJSON.
struct StorageDump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print every record of each store in order, one line of JSON for each."
    )

    @OptionGroup var visit: StoreVisit

    func run() throws {
        try visit.forEachFile(command: ["storage", "dump"]) { file in
            try StoreInspection.dump(file) { try StandardOutput.writeLine(json: $0) }
        }
    }
}
