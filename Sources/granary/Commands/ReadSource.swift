import ArgumentParser
import Confinement
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// `granary read-source`: answers one question about films, confined; what `SourceReader` starts.
struct ReadSource: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read-source",
        abstract: "Answer a question about films; other commands start this.",
        shouldDisplay: false
    )

    @Argument(help: "A folder with the question, which takes the answer.")
    var folder: String

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        Confinement.closeInherited()
        let path = "\(folder)/\(SourceReader.questionName)"
        let answerPath = "\(folder)/\(SourceReader.answerName)"
        let question = try JSONDecoder().decode(SourceQuestion.self, from: Data(contentsOf: URL(filePath: path)))
        // Before there is a second thread.
        _ = try Confinement(
            readable: question.paths,
            writable: [answerPath],
            limits: Confinement.Limits(
                memoryByteCount: WorkerMemory.probeLimit,
                fileByteCount: Int(JobFiles.maximumDocumentByteCount)
            )
        ).apply(sandbox.mode)
        LifeLine.watch()
        ReadingBeat.start()
        let answer = try JSONEncoder().encode(question.answer())
        try answer.write(to: URL(filePath: answerPath))
    }
}
