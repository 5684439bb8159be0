import ArgumentParser
import Media
import Storage

/// `granary storage list`: prints kind, identity and size of stores.
struct StorageList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the kind, the job and the size of each store."
    )

    @OptionGroup var visit: StoreVisit

    @Flag(help: "Print one JSON object per line instead of text.")
    var json = false

    func run() throws {
        try visit.forEachFile(command: ["storage", "list"] + (json ? ["--json"] : [])) { file in
            let summary = try StoreInspection.summary(file)
            if json { return try StandardOutput.writeLine(json: summary) }
            let identity = summary.identity
            let part =
                summary.kind == .dynamicMetadata ? "the film" : "range \(identity.range), pass \(identity.pass)"
            let bytes = summary.sampleByteCount.map { ", \($0) bytes of samples" } ?? ""
            StandardOutput.write(
                """
                \(file)
                  \(summary.kind.suffix), \(part), frames \(identity.frames), \
                \(identity.timeRange)
                  \(counted(summary.recordCount, "record"))\(bytes), \(summary.fileByteCount) bytes in the file
                  job \(identity.jobHash), source \(identity.sourceHash)
                  granary \(identity.granaryBuild), \(identity.encoderBuild), \(identity.readerBuild)

                """
            )
        }
    }
}
