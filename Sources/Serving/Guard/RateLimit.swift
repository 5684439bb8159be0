import Media

/// How many requests each address may send: so many at once, and then so many a second.
final class RateLimit: Sendable {
    private struct Account {
        var left: Double
        var time: ContinuousClock.Instant
    }

    /// Addresses that are remembered. An address that is forgotten begins anew.
    private static let mostAddresses = 4096

    private let perSecond: Double
    private let atOnce: Double
    private let accounts = Locked<[String: Account]>([:])

    init(perSecond: Double, atOnce: Double) {
        self.perSecond = perSecond
        self.atOnce = atOnce
    }

    /// Counts a request of an address; false if it comes too early.
    func allows(_ address: String, at time: ContinuousClock.Instant = .now) -> Bool {
        accounts.withLock { known in
            if known.count >= Self.mostAddresses, known[address] == nil {
                known = known.filter { rest(of: $0.value, at: time) < atOnce }
                if known.count >= Self.mostAddresses { known = [:] }
            }
            var left = atOnce
            if let account = known[address] { left = rest(of: account, at: time) }
            known[address] = Account(left: left >= 1 ? left - 1 : left, time: time)
            return left >= 1
        }
    }

    private func rest(of account: Account, at time: ContinuousClock.Instant) -> Double {
        min(atOnce, account.left + max(account.time.duration(to: time) / .seconds(1), 0) * perSecond)
    }
}
