extension AudioTrack {
    /// What is presented of the track and when, in the order of time: one stretch in most films.
    public var presentation: [SoundStretch] {
        stretches ?? [SoundStretch(from: presentedFrom, duration: presentedDuration, start: presentationStart)]
    }

    /// Says what is presented. A single stretch is told by the three numbers alone. Precondition: there is one at
    /// least.
    public mutating func present(_ stretches: [SoundStretch]) {
        precondition(!stretches.isEmpty, "a track presents at least one stretch")
        presentedFrom = stretches[0].from
        presentedDuration = stretches.reduce(0) { $0 + $1.duration }
        presentationStart = stretches[0].start
        self.stretches = stretches.count > 1 ? stretches : nil
    }
}
