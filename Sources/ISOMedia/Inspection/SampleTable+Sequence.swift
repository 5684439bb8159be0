extension SampleTable: Sequence {
    /// Iterates the samples in decode order; ends early if a table is too short.
    package struct Iterator: IteratorProtocol {
        private let table: SampleTable
        private var index = 0
        private var tick: Int64 = 0
        private var duration: (run: Int, used: UInt32) = (0, 0)
        private var composition: (run: Int, used: UInt32) = (0, 0)
        private var sync = 0
        private var chunk = -1
        private var chunkRun = 0
        private var leftInChunk: UInt32 = 0
        private var position: UInt64 = 0

        init(_ table: SampleTable) { self.table = table }

        /// The next sample.
        package mutating func next() -> Sample? {
            guard index < table.count, let duration = nextDuration(), openChunk() else { return nil }
            let size = table.sizes.size(of: index)
            let number = UInt32(index + 1)
            while let samples = table.syncSamples?.samples, sync < samples.count, samples[sync] < number { sync += 1 }
            let sample = Sample(
                index: index,
                offset: position,
                byteCount: size,
                decodeTick: tick,
                duration: duration,
                compositionOffset: nextOffset(),
                isSync: table.syncSamples.map { sync < $0.samples.count && $0.samples[sync] == number } ?? true,
                dependency: table.dependencies.flatMap { index < $0.samples.count ? $0.samples[index] : nil },
                description: table.chunks.runs[chunkRun].description
            )
            index += 1
            leftInChunk -= 1
            // Damaged tables may exceed 64 bits. Then the sum wraps, and the samples are found to be outside the file.
            tick &+= Int64(duration)
            position &+= UInt64(size)
            return sample
        }

        private mutating func nextDuration() -> UInt32? {
            let runs = table.durations.runs
            while duration.run < runs.count, duration.used == runs[duration.run].count {
                duration = (duration.run + 1, 0)
            }
            guard duration.run < runs.count else { return nil }
            duration.used += 1
            return runs[duration.run].delta
        }

        /// Samples after the end of the table have no offset.
        private mutating func nextOffset() -> Int32 {
            guard let runs = table.offsets?.runs else { return 0 }
            while composition.run < runs.count, composition.used == runs[composition.run].count {
                composition = (composition.run + 1, 0)
            }
            guard composition.run < runs.count else { return 0 }
            composition.used += 1
            return runs[composition.run].offset
        }

        /// Moves to the chunk of the next sample; false if there is none.
        private mutating func openChunk() -> Bool {
            let runs = table.chunks.runs
            while leftInChunk == 0 {
                chunk += 1
                guard chunk < table.chunkOffsets.count, !runs.isEmpty else { return false }
                while chunkRun + 1 < runs.count, Int(runs[chunkRun + 1].firstChunk) <= chunk + 1 { chunkRun += 1 }
                leftInChunk = runs[chunkRun].samplesPerChunk
                position = table.chunkOffsets[chunk]
            }
            return true
        }
    }

    /// Starts before the first sample.
    package func makeIterator() -> Iterator { Iterator(self) }

    /// At most the number of samples; damaged tables may have fewer.
    package var underestimatedCount: Int { 0 }
}
