import Media
import Worker

/// What happens while a still is made, for programs: the contract of job events. `resolved` is first, results follow in
/// order, and `finished` or `failed` is last, each once. A still that is refused before its settings are known has
/// `failed` alone.
enum StillEvent: Encodable {
    /// Every choice is settled; nothing is encoded yet.
    case resolved(StillSettings)
    /// An image is encoded.
    case image(StillResult.Image)
    /// The movie of a pair is encoded.
    case movie(StillOutcome.Movie)
    /// The files are in their places.
    case finished(StillOutcome)
    /// There is no still.
    case failed(explanation: String, exitCode: Int32)

    private enum CodingKeys: String, CodingKey {
        case type, settings, image, movie, still, explanation, exitCode
    }

    /// Writes an object whose `type` is the name of the event.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .resolved(let settings):
            try container.encode("resolved", forKey: .type)
            try container.encode(settings, forKey: .settings)
        case .image(let image):
            try container.encode("image", forKey: .type)
            try container.encode(image, forKey: .image)
        case .movie(let movie):
            try container.encode("movie", forKey: .type)
            try container.encode(movie, forKey: .movie)
        case .finished(let still):
            try container.encode("finished", forKey: .type)
            try container.encode(still, forKey: .still)
        case .failed(let explanation, let exitCode):
            try container.encode("failed", forKey: .type)
            try container.encode(explanation, forKey: .explanation)
            try container.encode(exitCode, forKey: .exitCode)
        }
    }
}
