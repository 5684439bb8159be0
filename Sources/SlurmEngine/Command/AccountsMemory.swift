import Media

/// Remembers whether a site keeps accounts.
final class AccountsMemory: Sendable {
    private let known = Locked<Bool?>(nil)

    /// Nil until it is known.
    var value: Bool? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}
