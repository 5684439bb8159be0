/// What a user requests with ctrl-C.
enum Interruption: Hashable, Sendable {
    /// The first time: let running ranges finish, start none.
    case drain
    /// Again: stop now.
    case stop
}
