/// A slot beyond one process, which somebody holds.
package protocol SlotPass: AnyObject, Sendable {
    /// Makes the slot free again; so does the end of the value.
    func release()
}

/// A limit on slots beyond one process: every slot of a `WorkerPool` also takes one of these.
package protocol SlotGate: Sendable {
    /// Takes a slot, which the value holds until it is released; nil if there is none now.
    ///
    /// - Parameters:
    ///   - byteCount: bytes of memory of the worker.
    ///   - heldCount: slots that the process has.
    func take(byteCount: Int, heldCount: Int) -> (any SlotPass)?

    /// Notes that the process wants no further slot now.
    func rest()
}
