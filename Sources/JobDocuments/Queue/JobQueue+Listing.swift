package import Jobs

extension JobQueue {
    /// The films of a queue as they are shown.
    package struct Listing {
        /// Those that nobody has ended, in the order in which they begin.
        package var open: [QueueEntry] = []
        /// Those that are done, by their numbers.
        package var done: [QueueEntry] = []
        /// Numbers of entries that cannot be read, and why.
        package var damaged: [(number: Int, error: FarmError)] = []
    }

    /// Reads all entries. Throws if the folder cannot be read.
    package func listing() throws(FarmError) -> Listing {
        var listing = Listing()
        for number in try numbers() {
            do throws(FarmError) {
                guard let entry = try entry(number) else { continue }
                if entry.state == .waiting { listing.open.append(entry) } else { listing.done.append(entry) }
            } catch {
                listing.damaged.append((number, error))
            }
        }
        listing.open.sort { $0.precedes($1) }
        return listing
    }

    /// The state of an entry in a word; `running` while somebody makes its film.
    package func shownState(of entry: QueueEntry) -> String {
        entry.state == .waiting && isClaimed(entry.number) ? "running" : entry.state.rawValue
    }
}
