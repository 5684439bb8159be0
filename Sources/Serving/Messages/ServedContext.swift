package import Hummingbird
import NIOCore

/// What belongs to one request: next to the framework's own values, the connection that it came over.
package struct ServedContext: RequestContext {
    /// The framework's values.
    package var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    /// Takes over what the framework knows about a request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Address of the client, as in `192.0.2.7`; empty if unknown.
    var address: String { channel.remoteAddress?.ipAddress ?? "" }
}
