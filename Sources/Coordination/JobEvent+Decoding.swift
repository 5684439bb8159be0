import JobDocuments
import Jobs
import Platform

/// Reads what `encode(to:)` wrote, for programs that follow a job of another process.
extension JobEvent: Decodable {
    /// Reads an event. Throws for an unknown `type`, and for values that cannot be read.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try container.decode(Value.self, forKey: key)
        }
        let type: String = try value(.type)
        switch type {
        case "resolved": self = .resolved(try value(.job))
        case "discarded": self = .discarded(reason: try value(.reason))
        case "planned": self = .planned(try value(.plan))
        case "allocated": self = .allocated(try value(.allocation))
        case "selected": self = .selected(try value(.selection))
        case "waveBegan":
            self = .waveBegan(
                stage: try value(.stage),
                pass: try value(.pass),
                wave: try value(.wave),
                ranges: try value(.ranges),
                done: try value(.done)
            )
        case "progress":
            self = .progress(
                stage: try value(.stage),
                pass: try value(.pass),
                range: try value(.range),
                frames: try value(.frames),
                bits: try value(.bits)
            )
        case "rangePublished":
            self = .rangePublished(stage: try value(.stage), pass: try value(.pass), range: try value(.range))
        case "note": self = .note(unit: try value(.unit), text: try value(.text))
        case "unitEnded":
            self = .unitEnded(try value(.unit), cost: try container.decodeIfPresent(WorkCost.self, forKey: .cost))
        case "unitFailed":
            self = .unitFailed(try value(.unit), exit: try value(.exit), lastWords: try value(.lastWords))
        case "waveEnded":
            self = .waveEnded(stage: try value(.stage), pass: try value(.pass), wave: try value(.wave))
        case "finished": self = .finished(try value(.film), wasComplete: try value(.wasComplete))
        case "failed": self = .failed(explanation: try value(.explanation), exitCode: try value(.exitCode))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "there is no event \(type)"
            )
        }
    }
}
