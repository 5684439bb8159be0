/// What happens when something of the source cannot be carried into the film.
package enum LossPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The report names it.
    case warn
    /// The job fails before anything is encoded.
    case error
}
