import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import JobDocuments
import Jobs
import Logging
import Media
import NIOCore
import Platform
import ServiceLifecycle
import UnixSignals

/// The server of `granary serve`: pages, events and actions over the folders of jobs and queues.
package struct JobServer: Sendable {
    private let options: ServeOptions

    /// Creates a server. Throws if its options contradict each other.
    package init(_ options: ServeOptions) throws(ServeError) {
        try options.check()
        self.options = options
    }

    /// Serves until the process is asked to end, or the task is cancelled.
    ///
    /// - Parameter onListening: called with the port when connections are accepted.
    package func run(onListening: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        var logger = Logger(label: "granary-serve", factory: { StreamLogHandler.standardError(label: $0) })
        // What can go wrong is answered or thrown. The framework's own messages are about connections that ended.
        logger.logLevel = .critical
        let limits = options.limits
        let application = Application(
            responder: responder,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [RequestDeadline(limits)],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10,
                        maxHeaderListSize: 32 << 10,
                        maxHeaderFieldCount: 100
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)
            ),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        var configuration = ServiceGroupConfiguration(
            services: [application],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw ServeError(
                attempted: "listen",
                subject: "\(options.host):\(options.port)",
                // Safe: the message is copied before another call can replace it.
                cause: unsafe String(cString: strerror(error.errnoCode)),
                remedy: "Choose another address with --listen.",
                kind: .unavailable
            )
        }
    }

    /// Answers requests, after the checks that each of them must pass.
    package var responder: GuardedResponder<RouterResponder<ServedContext>> {
        let farm = Farm(jobFolders: options.jobFolders, queues: options.queueFolders.map { JobQueue(path: $0) })
        let program = GranaryProgram(options.program)
        let actions = FarmActions(farm, program, AllowedFolders(options.submitFolders))
        let hub = EventHub(options.limits) { try Answer.encoded(farm.overview()) }
        let router = Router(context: ServedContext.self, options: .autoGenerateHeadEndpoints)
        PageRoutes(farm, actions, options, BenchmarkHistory(options.history, program)).add(to: router)
        APIRoutes(farm, actions, hub, options).add(to: router)
        return GuardedResponder(router.buildResponder(), options)
    }
}
