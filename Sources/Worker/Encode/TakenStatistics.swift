import Storage

/// The statistics of a pass, and what its samples took in truth.
///
/// x265 books more bits to a frame than its sample has, one or two in a hundred. An analysis keeps no samples: what it
/// booked is all that is known.
struct TakenStatistics {
    /// Of all frames of the range, as they are stored.
    private(set) var statistics: [FrameStatistics] = []
    /// Bits of all samples.
    private(set) var takenBits = 0

    /// Bits taken for each that was booked; 1 when nothing was booked.
    var scale: Double {
        let booked = statistics.reduce(0) { $0 + $1.bits }
        return booked > 0 && takenBits > 0 ? Double(takenBits) / Double(booked) : 1
    }

    /// Reads the records of a storage.
    init(_ storage: MultiPassStorage) throws {
        try storage.forEachRecord(in: nil) { record in
            statistics.append(record.statistics)
            takenBits += record.compressedBits ?? record.statistics.bits
        }
    }
}
