/// What happens if something in the source cannot be carried into the film.
package enum LossPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The report lists it.
    case warn
    /// The job fails before anything is encoded.
    case error
}
