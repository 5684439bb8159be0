import JobDocuments
import Jobs
import Platform

/// Reads what `encode(to:)` wrote, for programs that follow a job of another process.
extension JobEvent: Decodable {
    /// Reads an event. Throws for an unknown `type`, and for values that cannot be read.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let event = try Self.plain(container)
        self = try container.decodeIfPresent(String.self, forKey: .output).map { .ofOutput($0, event) } ?? event
    }

    /// The event itself, without the film that it is about.
    private static func plain(_ container: KeyedDecodingContainer<CodingKeys>) throws -> JobEvent {
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        let type: String = try value(.type)
        switch type {
        case "resolved": return .resolved(try value(.job))
        case "discarded": return .discarded(reason: try value(.reason))
        case "planned": return .planned(try value(.plan))
        case "allocated": return .allocated(try value(.allocation))
        case "selected": return .selected(try value(.selection))
        case "waveBegan":
            return .waveBegan(
                stage: try value(.stage),
                pass: try value(.pass),
                wave: try value(.wave),
                ranges: try value(.ranges),
                done: try value(.done)
            )
        case "progress":
            return .progress(
                stage: try value(.stage),
                pass: try value(.pass),
                range: try value(.range),
                frames: try value(.frames),
                bits: try value(.bits)
            )
        case "rangePublished":
            return .rangePublished(stage: try value(.stage), pass: try value(.pass), range: try value(.range))
        case "note": return .note(unit: try value(.unit), text: try value(.text))
        case "unitEnded":
            return .unitEnded(try value(.unit), cost: try container.decodeIfPresent(WorkCost.self, forKey: .cost))
        case "unitFailed":
            return .unitFailed(try value(.unit), exit: try value(.exit), lastWords: try value(.lastWords))
        case "waveEnded":
            return .waveEnded(stage: try value(.stage), pass: try value(.pass), wave: try value(.wave))
        case "finished": return .finished(try value(.film), wasComplete: try value(.wasComplete))
        case "failed": return .failed(explanation: try value(.explanation), exitCode: try value(.exitCode))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "there is no event \(type)"
            )
        }
    }
}
