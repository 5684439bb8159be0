import Media

/// Whether a site keeps accounts, once that was asked.
final class AccountsMemory: Sendable {
    private let known = Locked<Bool?>(nil)

    /// Nil before it was asked.
    var value: Bool? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}
