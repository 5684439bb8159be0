extension AudioTrack {
    /// The stretches of the track that are presented, in time order: one in most films.
    package var presentation: [AudioStretch] {
        stretches ?? [AudioStretch(from: presentedFrom, duration: presentedDuration, start: presentationStart)]
    }

    /// How long each stretch is played, in seconds: to its end, or to the start of the next one, which is earlier by
    /// less than a sample where films meet within one.
    package var playedSeconds: [Double] {
        let all = presentation
        return all.indices.map { index in
            let length = Double(all[index].duration) / Double(max(timescale, 1))
            guard index + 1 < all.count else { return length }
            return min(length, all[index + 1].start.seconds - all[index].start.seconds)
        }
    }

    /// Sets the stretches that are presented. A single stretch is stored as the three numbers alone. Precondition:
    /// there is at least one.
    package mutating func present(_ stretches: [AudioStretch]) {
        precondition(!stretches.isEmpty, "a track presents at least one stretch")
        presentedFrom = stretches[0].from
        presentedDuration = stretches.reduce(0) { $0 + $1.duration }
        presentationStart = stretches[0].start
        self.stretches = stretches.count > 1 ? stretches : nil
    }
}
