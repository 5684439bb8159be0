package import Jobs
package import Platform

/// What happens in a job, for displays, logs and programs.
///
/// A contract: `resolved` is always first, `finished` or `failed` always last, each exactly once. In a job of several
/// films these two are about the job as a whole, which `resolved` describes by its first film. Events about a further
/// film, and the one that ends the first film, are `ofOutput`.
package indirect enum JobEvent: Hashable, Sendable {
    /// Every "auto" is settled; no work is done yet.
    case resolved(ResolvedJob)
    /// Something published cannot be used and is made again.
    case discarded(reason: String)
    /// The film is cut into ranges.
    case planned(Plan)
    /// The targets of a wave are decided.
    case allocated(Allocation)
    /// It is decided which pass of each range is in the film.
    case selected(FilmSelection)
    /// A wave begins. `ranges` are those still to do; `done` is the number of units that are done already.
    case waveBegan(stage: Stage, pass: Int, wave: Int, ranges: [Int], done: Int)
    /// A worker reports its progress in a range.
    case progress(stage: Stage, pass: Int, range: Int, frames: Int, bits: Int)
    /// A worker published the result of a range.
    case rangePublished(stage: Stage, pass: Int, range: Int)
    /// A worker has a note for the log.
    case note(unit: WorkUnit, text: String)
    /// A work unit succeeded.
    case unitEnded(WorkUnit, cost: WorkCost?)
    /// A work unit failed.
    case unitFailed(WorkUnit, exit: String, lastWords: String)
    /// A wave has ended.
    case waveEnded(stage: Stage, pass: Int, wave: Int)
    /// The film is finished. `wasComplete` is true if it was finished before this run.
    case finished(FinishedFilm, wasComplete: Bool)
    /// The job ended without a film.
    case failed(explanation: String, exitCode: Int32)
    /// An event about one of several films, with the name of that film. Never an `ofOutput` itself.
    case ofOutput(String, JobEvent)
}

extension JobEvent {
    /// True for `finished` and `failed`, after which nothing follows.
    package var isLast: Bool {
        switch self {
        case .finished, .failed: true
        default: false
        }
    }
}

extension JobEvent: Encodable {
    enum CodingKeys: String, CodingKey {
        case type, job, reason, plan, allocation, selection, stage, pass, wave, range, ranges, done, frames, bits, unit
        case text, cost, exit, lastWords, film, wasComplete, explanation, exitCode, output
    }

    /// Writes an object whose `type` is the name of the event, as in `waveBegan`. `output` is the name of the film that
    /// it is about, if there are several.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .resolved(let job):
            try container.encode("resolved", forKey: .type)
            try container.encode(job, forKey: .job)
        case .discarded(let reason):
            try container.encode("discarded", forKey: .type)
            try container.encode(reason, forKey: .reason)
        case .planned(let plan):
            try container.encode("planned", forKey: .type)
            try container.encode(plan, forKey: .plan)
        case .allocated(let allocation):
            try container.encode("allocated", forKey: .type)
            try container.encode(allocation, forKey: .allocation)
        case .selected(let selection):
            try container.encode("selected", forKey: .type)
            try container.encode(selection, forKey: .selection)
        case .waveBegan(let stage, let pass, let wave, let ranges, let done):
            try container.encode("waveBegan", forKey: .type)
            try container.encode(stage, forKey: .stage)
            try container.encode(pass, forKey: .pass)
            try container.encode(wave, forKey: .wave)
            try container.encode(ranges, forKey: .ranges)
            try container.encode(done, forKey: .done)
        case .progress(let stage, let pass, let range, let frames, let bits):
            try container.encode("progress", forKey: .type)
            try container.encode(stage, forKey: .stage)
            try container.encode(pass, forKey: .pass)
            try container.encode(range, forKey: .range)
            try container.encode(frames, forKey: .frames)
            try container.encode(bits, forKey: .bits)
        case .rangePublished(let stage, let pass, let range):
            try container.encode("rangePublished", forKey: .type)
            try container.encode(stage, forKey: .stage)
            try container.encode(pass, forKey: .pass)
            try container.encode(range, forKey: .range)
        case .note(let unit, let text):
            try container.encode("note", forKey: .type)
            try container.encode(unit, forKey: .unit)
            try container.encode(text, forKey: .text)
        case .unitEnded(let unit, let cost):
            try container.encode("unitEnded", forKey: .type)
            try container.encode(unit, forKey: .unit)
            try container.encodeIfPresent(cost, forKey: .cost)
        case .unitFailed(let unit, let exit, let lastWords):
            try container.encode("unitFailed", forKey: .type)
            try container.encode(unit, forKey: .unit)
            try container.encode(exit, forKey: .exit)
            try container.encode(lastWords, forKey: .lastWords)
        case .waveEnded(let stage, let pass, let wave):
            try container.encode("waveEnded", forKey: .type)
            try container.encode(stage, forKey: .stage)
            try container.encode(pass, forKey: .pass)
            try container.encode(wave, forKey: .wave)
        case .finished(let film, let wasComplete):
            try container.encode("finished", forKey: .type)
            try container.encode(film, forKey: .film)
            try container.encode(wasComplete, forKey: .wasComplete)
        case .failed(let explanation, let exitCode):
            try container.encode("failed", forKey: .type)
            try container.encode(explanation, forKey: .explanation)
            try container.encode(exitCode, forKey: .exitCode)
        case .ofOutput(let name, let event):
            try container.encode(name, forKey: .output)
            try event.encode(to: encoder)
        }
    }
}
