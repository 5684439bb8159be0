import Foundation

/// What an operator wants to happen when a film has ended: a command that is started, or an address that is called.
package struct Hook: Hashable, Sendable {
    /// What is done with the message of an ending.
    package enum Action: Hashable, Sendable {
        /// A program and its arguments, started without a shell. The message is its standard input.
        case command([String])
        /// An address that gets the message by POST, and the path of the file with the key of its signature.
        case webhook(url: String, secret: String)
    }

    /// The name by which manifests ask for it.
    package var name: String
    /// What is done.
    package var action: Action
    /// Seconds that one attempt may take, 1 to 3600.
    package var timeLimitSeconds: Int
    /// Seconds after which a message is given up that was never accepted.
    package var giveUpSeconds: Int

    /// What it is, without the parts of an address that may be secret.
    package var place: String {
        switch action {
        case .command(let words): words[0]
        case .webhook(let url, _):
            URLComponents(string: url).map { "\($0.scheme ?? "")://\($0.host ?? "")\($0.port.map { ":\($0)" } ?? "")" }
                ?? ""
        }
    }

    /// Whether an address is one that a message may be sent to: http or https, with a host, without a user or a
    /// password.
    package static func isAddress(_ text: String) -> Bool {
        guard (1...2048).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased())
        else { return false }
        return parts.host?.isEmpty == false && parts.user == nil && parts.password == nil && parts.fragment == nil
    }
}
