import Media

/// What a server serves, to whom, and within which limits.
package struct ServeOptions: Sendable {
    /// Limits that keep one client from taking the server away from the others.
    package struct Limits: Sendable {
        /// Seconds for the head of a request, and between two requests of a connection.
        package var headSeconds = 10
        /// Seconds for the body of a request.
        package var bodySeconds = 20
        /// Seconds for an answer that is no stream.
        package var answerSeconds = 120
        /// Most connections at a time; further ones wait.
        package var connections = 1024
        /// Most bytes of a body.
        package var bodyByteCount = 1 << 20
        /// Requests a second of one address, and how many may come at once.
        package var requests = (perSecond: 50.0, atOnce: 400.0)
        /// Changes and wrong tokens a second of one address, and how many may come at once.
        package var changes = (perSecond: 2.0, atOnce: 20.0)
        /// Pieces of a stream that wait for a slow client, before its connection is closed.
        package var waitingPieces = 64
        /// Time between two looks at the journals.
        package var lookInterval = Duration.milliseconds(500)
        /// Silence after which a stream sends a comment.
        package var silence = Duration.seconds(15)

        /// The defaults.
        package init() {}
    }

    /// Address to listen on, without a port.
    package var host: String
    /// Port to listen on; 0 for a free one.
    package var port: Int
    /// Absolute paths of folders of job directories.
    package var jobFolders: [String]
    /// Absolute paths of queues.
    package var queueFolders: [String]
    /// Absolute paths of the folders in which every path of a submitted manifest must lie; none forbids submissions.
    package var submitFolders: [String]
    /// Absolute path of a benchmark history; nil for none.
    package var history: String?
    /// The token that every request must have; nil for none.
    package var token: AccessToken?
    /// Names under which the server is reached, next to `localhost` and addresses.
    package var hostNames: [String]
    /// Path of the program `granary`, which carries out what this one does not link.
    package var program: String
    /// Limits.
    package var limits = Limits()

    /// Creates options.
    package init(
        host: String = "127.0.0.1",
        port: Int = 8080,
        jobFolders: [String],
        queueFolders: [String] = [],
        submitFolders: [String] = [],
        history: String? = nil,
        token: AccessToken? = nil,
        hostNames: [String] = [],
        program: String
    ) {
        self.host = host
        self.port = port
        self.jobFolders = jobFolders
        self.queueFolders = queueFolders
        self.submitFolders = submitFolders
        self.history = history
        self.token = token
        self.hostNames = hostNames
        self.program = program
    }

    /// Throws if the options contradict each other.
    package func check() throws(ServeError) {
        guard token == nil, !Self.isLoopback(host) else { return }
        throw ServeError(
            attempted: "start the server",
            subject: host,
            cause: "other machines could reach it, and it has no token",
            remedy: "Give --token-file FILE, or listen on 127.0.0.1.",
            kind: .usage
        )
    }

    /// Whether only this machine reaches an address.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && HostName(host).isAddress
    }
}
