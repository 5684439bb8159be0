import ArgumentParser
import Foundation
import Media
import Serving

/// The program `granary-serve`, which `granary serve` starts.
@main
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "granary serve",
        abstract: "Show jobs and queues in a browser, and let programs follow them.",
        discussion: """
            Reads the folders of jobs and queues, and keeps nothing itself: it can be stopped and started at any time. \
            Pages are at http://127.0.0.1:8080, the interface for programs below /api/v1 (/api/v1/openapi.json \
            describes it), metrics at /metrics.

            Everybody who reaches the server may pause and change the queues, and stop jobs. Without a token it \
            listens on this machine only. It does not encrypt: put a proxy with TLS in front of it for other machines.

            Examples:
              granary serve
              granary serve --jobs /films/jobs --queue /films/queue --folder /films
              (umask 077; openssl rand -hex 32 >token)
              granary serve --listen 0.0.0.0:8080 --token-file token --host films.example

            Exit codes: 0 stopped by a signal, 64 usage, 69 the address cannot be used.
            """
    )

    @Option(help: ArgumentHelp("Address and port to listen on.", valueName: "address"))
    var listen = "127.0.0.1:8080"

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Folders of job directories.",
            discussion: "Default: $GRANARY_JOBS, else .granary in the current folder.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var jobs: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Queues to show and to change.", valueName: "folder"),
        completion: .directory
    )
    var queue: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Folders in which all files of submitted manifests must be.",
            discussion: "Without one, manifests are refused.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var folder: [String] = []

    @Option(help: ArgumentHelp("A benchmark history to show, an SQLite database.", valueName: "file"))
    var history: String?

    @Option(
        help: ArgumentHelp(
            "File with the token that every client must know.",
            discussion: "At least 32 characters, and readable by its owner only.",
            valueName: "file"
        ),
        completion: .file()
    )
    var tokenFile: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Names under which the server is reached, next to localhost.", valueName: "name")
    )
    var host: [String] = []

    func run() async throws {
        do {
            let server = try JobServer(try options())
            try await server.run { port in
                let place = address.host.contains(":") ? "[\(address.host)]" : address.host
                FileHandle.standardError.write(Data("granary: serving http://\(place):\(port)\n".utf8))
            }
        } catch let error as any ExplainedError {
            FileHandle.standardError.write(Data("granary: \(error.explanation)\n".utf8))
            throw ExitCode(error.kind.rawValue)
        }
    }

    func validate() throws {
        if address.port == nil { throw ValidationError("--listen takes an address and a port, as in 127.0.0.1:8080.") }
    }

    private var address: (host: String, port: Int?) {
        guard let colon = listen.lastIndex(of: ":") else { return (listen, nil) }
        let port = Int(listen[listen.index(after: colon)...]).flatMap { (0...65535).contains($0) ? $0 : nil }
        let host = listen[..<colon].trimmingPrefix("[")
        return (String(host.hasSuffix("]") ? host.dropLast() : host[...]), port)
    }

    private func options() throws(ServeError) -> ServeOptions {
        let given = ProcessInfo.processInfo.environment["GRANARY_JOBS"].flatMap { $0.isEmpty ? nil : $0 }
        let program = URL(filePath: CommandLine.arguments.first ?? "granary-serve")
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? program.path
        return ServeOptions(
            host: address.host,
            port: address.port ?? 0,
            jobFolders: (jobs.isEmpty ? [given ?? ".granary"] : jobs).map(Self.absolute),
            queueFolders: queue.map(Self.absolute),
            submitFolders: folder.map(Self.absolute),
            history: history.map(Self.absolute),
            token: try tokenFile.map { file throws(ServeError) in try AccessToken(file: file) },
            hostNames: host.map { $0.lowercased() },
            program: URL(filePath: own).deletingLastPathComponent().appending(path: "granary").path
        )
    }

    private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
}
