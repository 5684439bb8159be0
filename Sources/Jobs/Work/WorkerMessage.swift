package import Platform

/// A message of a worker: one JSON object per line on its standard output.
package enum WorkerMessage: Hashable, Sendable {
    /// The number of frames of a range that are done, and their bits.
    case progress(range: Int, frames: Int, bits: Int)
    /// The result of a range is published.
    case published(range: Int)
    /// Text for the log.
    case note(String)
    /// The unit failed; the process exits with the code of the failure.
    case failed(UnitFailure)
    /// The unit is done, with its cost; the process waits for another one.
    case done(WorkCost)
}

extension WorkerMessage: Codable {
    private enum CodingKeys: String, CodingKey { case type, range, frames, bits, text, cost, failure }
    private enum Kind: String, Codable { case progress, published, note, failed, done }

    /// Reads what `encode(to:)` wrote; throws if a number could overflow sums, because a worker reads untrusted films.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .progress:
            self = .progress(
                range: try container.number(.range, RangeResult.mostFrames),
                frames: try container.number(.frames, RangeResult.mostFrames),
                bits: try container.number(.bits, Allocation.mostBits)
            )
        case .published:
            self = .published(range: try container.number(.range, RangeResult.mostFrames))
        case .note:
            self = .note(try container.decode(String.self, forKey: .text))
        case .failed:
            self = .failed(try container.decode(UnitFailure.self, forKey: .failure))
        case .done:
            self = .done(try container.decode(WorkCost.self, forKey: .cost))
        }
    }

    /// Writes an object whose `type` is `progress`, `published`, `note`, `failed` or `done`.
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
        case .failed(let failure):
            try container.encode(Kind.failed, forKey: .type)
            try container.encode(failure, forKey: .failure)
        case .done(let cost):
            try container.encode(Kind.done, forKey: .type)
            try container.encode(cost, forKey: .cost)
        }
    }
}

extension KeyedDecodingContainer {
    /// A number from 0 to a limit.
    fileprivate func number(_ key: Key, _ limit: Int) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard (0...limit).contains(number) else {
            let cause = "\(number) is out of bounds"
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: cause)
        }
        return number
    }
}
