/// What a worker says while it works: one JSON object a line on its standard output.
package enum WorkerMessage: Hashable, Sendable {
    /// So many frames of a range are done, and took so many bits.
    case progress(range: Int, frames: Int, bits: Int)
    /// The result of a range is published.
    case published(range: Int)
    /// Words for the log.
    case note(String)
    /// The unit is done and took so much; the process waits for another one.
    case done(WorkCost)
}

extension WorkerMessage: Codable {
    private enum CodingKeys: String, CodingKey { case type, range, frames, bits, text, cost }
    private enum Kind: String, Codable { case progress, published, note, done }

    /// Reads what `encode(to:)` wrote.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .progress:
            self = .progress(
                range: try container.decode(Int.self, forKey: .range),
                frames: try container.decode(Int.self, forKey: .frames),
                bits: try container.decode(Int.self, forKey: .bits)
            )
        case .published:
            self = .published(range: try container.decode(Int.self, forKey: .range))
        case .note:
            self = .note(try container.decode(String.self, forKey: .text))
        case .done:
            self = .done(try container.decode(WorkCost.self, forKey: .cost))
        }
    }

    /// Writes an object whose `type` is `progress`, `published`, `note` or `done`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .progress(let range, let frames, let bits):
            try container.encode(Kind.progress, forKey: .type)
            try container.encode(range, forKey: .range)
            try container.encode(frames, forKey: .frames)
            try container.encode(bits, forKey: .bits)
        case .published(let range):
            try container.encode(Kind.published, forKey: .type)
            try container.encode(range, forKey: .range)
        case .note(let text):
            try container.encode(Kind.note, forKey: .type)
            try container.encode(text, forKey: .text)
        case .done(let cost):
            try container.encode(Kind.done, forKey: .type)
            try container.encode(cost, forKey: .cost)
        }
    }
}
