/// The class of a clip's content: figures are also averaged by class.
package enum BenchContentClass: String, Hashable, Sendable, Codable, CaseIterable {
    case animation
    case film
    case sport
    case screen
    case hdr
    case highFrameRate
    /// Made by a recipe, not by a camera or an artist. Such clips say little about films, but are always available.
    case synthetic

    /// Its title for people.
    package var title: String {
        switch self {
        case .hdr: "HDR"
        case .highFrameRate: "high frame rate"
        case .animation, .film, .sport, .screen, .synthetic: rawValue
        }
    }
}
