import Media

/// Converts the ticks of a container to those of a film, which may be a part of the file or presented by an edit list.
struct FilmClock: Hashable {
    /// The scale of the container's ticks.
    let scale: TickScale
    /// The container's tick at which the file's own clock is 0.
    let origin: Int64
    /// Tick of the whole film at which the part's own clock is 0; 0 for a whole film.
    let cutTick: Int64

    /// When a picture of the container is presented on the film's clock; nil if it does not fit.
    ///
    /// - Parameter stretch: the stretch of an edit list that presents it; nil if the file's own times are the film's.
    func tick(ofContainer containerTick: Int64, in stretch: PictureStretch?) -> Int64? {
        let (distance, overflow) = containerTick.subtractingReportingOverflow(origin)
        guard !overflow, let own = scale.ticks(distance) else { return nil }
        guard let tick = stretch.map({ $0.tick(ofMedia: own) }) ?? own else { return nil }
        let (cut, isBeyond) = tick.subtractingReportingOverflow(cutTick)
        return isBeyond ? nil : cut
    }

    /// The greatest container tick that is not after a tick of the film.
    func containerTick(notAfter tick: Int64, in stretch: PictureStretch?) -> Int64 {
        let whole = tick + cutTick
        return scale.containerTick(notAfter: stretch?.mediaTick(of: whole) ?? whole) + origin
    }
}

extension SourceDescription {
    /// The frame that a stretch of the edit list, or the whole file, starts at a tick of the film; nil if it starts
    /// none.
    func frame(startingAt tick: Int64, in stretch: PictureStretch?) -> Int? {
        guard presentedTicks(in: stretch).contains(tick) else { return nil }
        return video.timeline.frame(startingAt: tick)
    }

    /// The start times of the film's frames in a stretch. Times between the last of them and the next stretch have no
    /// frame.
    func presentedTicks(in stretch: PictureStretch?) -> Range<Int64> {
        let timeline = video.timeline
        guard let stretch, let last = frames(in: stretch).last else { return timeline.firstTick..<timeline.endTick }
        return timeline.tick(of: frames(in: stretch).lowerBound)..<timeline.tick(of: last) + 1
    }

    /// The frames of a stretch by their numbers in the film, which may be a part of the whole one.
    func frames(in stretch: PictureStretch) -> Range<Int> {
        let first = cut?.frames.lowerBound ?? 0
        return (stretch.frames.lowerBound - first..<stretch.frames.upperBound - first)
            .clamped(to: 0..<video.timeline.count)
    }
}
