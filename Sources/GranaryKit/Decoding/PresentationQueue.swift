import Media

/// Samples that wait for their picture, or for their turn in presentation order. At most `limit` wait after
/// `takeDue` has returned nil.
struct PresentationQueue {
    /// A sample that waits.
    struct Entry {
        let number: Int
        let presentationTime: Media.MediaTime
        let duration: Media.MediaTime
        var result: Result<Media.Picture, SampleFailure>?
    }

    private let limit: Int
    /// In presentation order.
    private var entries: [Entry] = []
    private var lastReturned: Media.MediaTime?
    /// Everything up to here is in order.
    private var settledTime: Media.MediaTime?

    init(limit: Int) { self.limit = limit }

    /// Number of samples that wait.
    var count: Int { entries.count }

    /// Why a sample with a presentation time cannot be taken; nil if it can.
    func refusal(of time: Media.MediaTime) -> String? {
        if let last = lastReturned, time <= last {
            return "the sample at \(MediaTime(last)) was already returned"
        }
        return entries.contains { $0.presentationTime == time } ? "another sample has the same time" : nil
    }

    /// Adds a sample that was not refused.
    mutating func add(_ entry: Entry) {
        let place = entries.firstIndex { entry.presentationTime < $0.presentationTime } ?? entries.endIndex
        entries.insert(entry, at: place)
    }

    /// Records what became of a sample. The first report counts; one about a sample that was returned is ignored.
    mutating func settle(_ fate: SampleFate) {
        guard let place = entries.firstIndex(where: { $0.number == fate.number }), entries[place].result == nil else {
            return
        }
        entries[place].result = fate.result
        guard fate.isInOrder else { return }
        let time = entries[place].presentationTime
        settledTime = settledTime.map { max($0, time) } ?? time
    }

    /// Removes and returns the next sample whose turn it is; nil if there is none.
    mutating func takeDue(isFinishing: Bool) -> Entry? {
        guard let first = entries.first else { return nil }
        let isSettled = settledTime.map { first.presentationTime <= $0 } ?? false
        guard isFinishing || isSettled || entries.count > limit else { return nil }
        lastReturned = first.presentationTime
        return entries.removeFirst()
    }
}
