/// What a work unit does.
package enum Stage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Looks at coarse ranges; without ranges, concludes from all of them where scenes start.
    case scout
    /// Pass 1: statistics.
    case analyse
    /// A pass whose samples may become the film.
    case encode
    /// Stitches the film.
    case mux
    /// Decodes ranges of the film and compares them.
    case verify
}
