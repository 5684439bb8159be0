extension MovieInspection {
    /// Records impossible values in the chunk table (ISO/IEC 14496-12 8.7.4). Readers interpret them differently, so
    /// the places of later samples are uncertain.
    mutating func checkChunks(_ samples: SampleTable, entries: Int?, _ number: Int) {
        let runs = samples.chunks.runs
        let chunkCount = samples.chunkOffsets.count
        guard let first = runs.first, let last = runs.last else { return }
        func note(_ cause: String) { findings.append("track \(number): 'stsc' \(cause)") }
        if first.firstChunk != 1 { note("begins with chunk \(first.firstChunk)") }
        guard zip(runs, runs.dropFirst()).allSatisfy({ $0.firstChunk < $1.firstChunk }) else {
            return note("is out of order")
        }
        if chunkCount > 0, last.firstChunk > chunkCount { note("refers to chunk \(last.firstChunk) of \(chunkCount)") }
        if runs.contains(where: { $0.samplesPerChunk == 0 }) { note("has chunks without samples") }
        if let entries, let run = runs.first(where: { $0.description < 1 || $0.description > entries }) {
            note("refers to sample entry \(run.description) of \(entries)")
        }
        let room = samples.chunkRoom
        if room > UInt64(samples.sizes.sampleCount) {
            note("has chunks for \(room) samples, 'stsz' \(samples.sizes.sampleCount)")
        }
    }
}

extension SampleTable {
    /// Samples in the chunks according to the table. Precondition: its runs ascend, so that no sum overflows.
    fileprivate var chunkRoom: UInt64 {
        var room: UInt64 = 0
        for (index, run) in chunks.runs.enumerated() {
            let next = index + 1 < chunks.runs.count ? Int(chunks.runs[index + 1].firstChunk) : chunkOffsets.count + 1
            let count = Swift.max(Swift.min(next, chunkOffsets.count + 1) - Swift.max(Int(run.firstChunk), 1), 0)
            room += UInt64(count) * UInt64(run.samplesPerChunk)
        }
        return room
    }
}
