/// How much noise is averaged away between pictures, where nothing moves.
package enum Denoising: String, Hashable, Sendable, Codable, CaseIterable {
    case light
    case medium
    case strong

    /// Pictures that are averaged, with the one in the middle.
    package var window: Int { self == .light ? 5 : 9 }

    /// Largest difference of a sample from the one in the middle, and largest sum of differences, as shares of white.
    package var thresholds: (each: Double, all: Double) {
        switch self {
        case .light: (0.01, 0.02)
        case .medium: (0.02, 0.04)
        case .strong: (0.04, 0.08)
        }
    }
}
