/// What sort of film a clip is: figures are summed up by class.
package enum BenchContentClass: String, Hashable, Sendable, Codable, CaseIterable {
    case animation
    case film
    case sport
    case screen
    case hdr
    case highFrameRate
    /// Made by a recipe, not by a camera or an artist: says little of films, and is always at hand.
    case synthetic

    /// What it is called, for people.
    package var title: String {
        switch self {
        case .hdr: "HDR"
        case .highFrameRate: "high frame rate"
        case .animation, .film, .sport, .screen, .synthetic: rawValue
        }
    }
}
