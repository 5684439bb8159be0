import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite("One rate over many sessions", .temporaryFolder)
struct RateAllocatingTests {
    private let film = FilmInParts.easyAndHard
    private let parts = [0..<96, 96..<240]

    private func code(_ body: () throws -> Void) -> GranaryError.Code? {
        #expect(throws: GranaryError.self, performing: body)?.code
    }

    private func properties(_ goal: CompressionProperties.Goal = .averageBitRate(300_000)) -> CompressionProperties {
        var properties = film.properties(goal)
        properties.repeatableShare = 0.5
        return properties
    }

    @Test(
        "the parts together keep the rate, the hard part takes the bits of the easy one, and FFmpeg decodes both",
        .enabled(if: Tool.arePresent("ffprobe"), "FFmpeg's programs are not installed")
    )
    func total() throws {
        let whole = try FilmInParts(film, parts, properties())
        let (rounds, reports) = try whole.encode(FilmRateAllocator(properties()))
        let budget = 300_000 * film.timeRange.duration.seconds
        #expect(abs(Double(whole.bits) / budget - 1) <= 0.005, "\(whole.bits) of \(budget) bits")
        #expect(reports.compactMap(\.sampleBits) == whole.silos.map { $0.byteCount * 8 })
        let rates = zip(whole.silos, parts).map { Double($0.byteCount) / Double($1.count) }
        #expect(rates[1] > 4 * rates[0], "\(rates)")
        // A sample first, then the rest: each group once.
        #expect(rounds.count >= 2 && rounds[0].map(\.pass) == [2, 2] && rounds[1].map(\.pass) == [2, 2])
        for part in parts.indices {
            let times = (rounds[0][part].timeRanges + rounds[1][part].timeRanges).reduce(0) { $0 + $1.duration.seconds }
            #expect(abs(times - film.timeRange(of: parts[part]).duration.seconds) < 1e-9)
            #expect(reports[part].groups.allSatisfy { $0.sampleBits != nil && $0.expectedBits.count == 70 })
        }

        var stream: [UInt8] = []
        for (part, silo) in whole.silos.enumerated() {
            stream += try format(of: whole, part).annexB
            for sample in try samples(of: silo) { stream += try SampleFraming.annexB(fromLengthPrefixed: sample.bytes) }
        }
        let path = TemporaryFolder.current.appending(path: "film.hevc")
        try Data(stream).write(to: path)
        let entries = ["-show_entries", "stream=codec_name,nb_read_frames", "-of", "csv=p=0"]
        let printed = try #require(Tool("ffprobe")).output(["-v", "error", "-count_frames"] + entries + [path.path])
        #expect(printed.trimmingCharacters(in: .whitespacesAndNewlines) == "hevc,\(film.count)")
    }

    /// The parameter sets of a part: the same in every pass.
    private func format(of whole: FilmInParts, _ part: Int) throws -> FormatDescription {
        let session = try CompressionSession(whole.properties)
        try session.beginPass()
        try session.encode(film.picture(whole.parts[part].lowerBound)) { _ in }
        return try #require(session.formatDescription)
    }

    @Test("processes that begin anew for each pass make the same samples as sessions that stay")
    func continued() throws {
        let anew = try FilmInParts(film, parts, properties(), name: "anew")
        let allocator = try FilmRateAllocator(properties())
        let (rounds, _) = try anew.encode(allocator)
        let staying = try FilmInParts(film, parts, properties(), name: "staying")
        let sessions = try parts.indices.map(staying.session)
        for part in parts.indices { try film.runPass(sessions[part], to: staying.silos[part]) }
        for round in rounds {
            let targets = try allocator.targets(after: sessions.compactMap(\.partReport))
            #expect(targets == round)
            for part in parts.indices {
                try sessions[part].setTargetsForNextPass(targets[part])
                #expect(sessions[part].isFinished == targets[part].timeRanges.isEmpty)
                if !sessions[part].isFinished { try film.runPass(sessions[part], to: staying.silos[part]) }
            }
        }
        for part in parts.indices {
            #expect(try samples(of: staying.silos[part]) == samples(of: anew.silos[part]))
        }
    }

    @Test("a mean quality is that of the whole film")
    func quality() throws {
        let whole = try FilmInParts(film, parts, properties(.meanPSNR(36)))
        let (_, reports) = try whole.encode(FilmRateAllocator(whole.properties))
        #expect(reports.allSatisfy { $0.sampleBits != nil })
        #expect(whole.silos.map(\.sampleCount) == parts.map(\.count))
        let rates = zip(whole.silos, parts).map { Double($0.byteCount) / Double($1.count) }
        #expect(rates[1] > 4 * rates[0], "\(rates)")
    }

    @Test("a rule of one's own sets the bits of each group")
    func ownRule() throws {
        /// All groups get the same rate. Those that miss it by more than 5 % are encoded again.
        struct Flat: RateAllocating {
            let film: FilmRateAllocator
            let bitsPerSecond: Double

            func targets(after reports: [PartReport]) throws -> [PartTargets] {
                try reports.map { report in
                    let bits = report.groups.map { group -> Int? in
                        let wanted = group.timeRange.duration.seconds * bitsPerSecond
                        guard let bits = group.sampleBits else { return Int(wanted) }
                        let isMissed = abs(Double(bits) / wanted - 1) > 0.05
                        return isMissed && report.pass < film.properties.maximumPasses ? Int(wanted) : nil
                    }
                    return try film.targets(for: report, groupBits: bits)
                }
            }
        }
        var properties = properties()
        properties.maximumPasses = 6
        let whole = try FilmInParts(film, parts, properties)
        let (rounds, reports) = try whole.encode(Flat(film: FilmRateAllocator(properties), bitsPerSecond: 300_000))
        #expect(rounds.count > 1)
        let silo = whole.silos[1]
        for group in reports[1].groups {
            var bits = 0
            try silo.forEachSample(in: group.timeRange) { bits += $0.bytes.count * 8 }
            #expect(bits == group.sampleBits)
            #expect(abs(Double(bits) / 300_000 / group.timeRange.duration.seconds - 1) < 0.05)
        }
    }

    @Test("targets of another part, targets out of date, and reports of other properties are refused")
    func mismatches() throws {
        let whole = try FilmInParts(film, parts, properties())
        let allocator = try FilmRateAllocator(properties())
        #expect(code { _ = try allocator.targets(after: []) } == .mismatch)
        let sessions = try parts.indices.map(whole.session)
        #expect(sessions[0].partReport == nil)
        for part in parts.indices { try film.runPass(sessions[part], to: whole.silos[part]) }
        let reports = sessions.compactMap(\.partReport)
        let targets = try allocator.targets(after: reports)
        let before = sessions[0].timeRanges
        #expect(code { try sessions[0].setTargetsForNextPass(targets[1]) } == .mismatch)
        #expect(sessions[0].timeRanges == before)

        let part = try #require(targets.firstIndex { !$0.timeRanges.isEmpty })
        try sessions[part].setTargetsForNextPass(targets[part])
        try sessions[part].beginPass()
        #expect(code { try sessions[part].setTargetsForNextPass(targets[part]) } == .misuse)
        sessions[part].cancelPass()
        try film.runPass(sessions[part], to: whole.silos[part])
        #expect(code { try sessions[part].setTargetsForNextPass(targets[part]) } == .mismatch)

        #expect(code { _ = try FilmRateAllocator(properties(.averageBitRate(1))).targets(after: reports) } == .mismatch)
        #expect(code { _ = try FilmRateAllocator(properties(.constantRateFactor(20))) } == .refusedProperty)
        #expect(code { _ = try allocator.targets(for: reports[0], groupBits: []) } == .mismatch)
        let none = [Int?](repeating: 0, count: reports[0].groups.count)
        #expect(code { _ = try allocator.targets(for: reports[0], groupBits: none) } == .mismatch)
        let single = try CompressionSession(properties())
        #expect(code { try single.setTargetsForNextPass(targets[0]) } == .misuse)
    }

    @Test(
        "reports and targets with any wrong number are refused, or taken without harm",
        arguments: [CompressionProperties.Goal.averageBitRate(200_000), .meanPSNR(34)]
    )
    func hostile(goal: CompressionProperties.Goal) throws {
        let film = KitFilm(count: 60, cuts: [30])
        let whole = try FilmInParts(film, [0..<60], film.properties(goal))
        let allocator = try FilmRateAllocator(whole.properties)
        let targets = try allocator.targets(after: [whole.runPass(0, nil)])[0]
        var refused = 0
        do {
            let session = try whole.session(0)
            for hostile in try mutations(of: JSONEncoder().encode(targets)) {
                guard let decoded = try? JSONDecoder().decode(PartTargets.self, from: hostile) else { continue }
                if (try? session.setTargetsForNextPass(decoded)) == nil { refused += 1 }
                #expect(session.timeRanges.allSatisfy { film.timeRange.contains($0.start) })
            }
        }
        #expect(refused > 0)
        let report = try whole.runPass(0, targets)
        for hostile in try mutations(of: JSONEncoder().encode(report)) {
            guard let decoded = try? JSONDecoder().decode(PartReport.self, from: hostile) else { continue }
            if let targets = try? allocator.targets(after: [decoded]) { #expect(targets.count == 1) }
            #expect(decoded.groups.count == report.groups.count)
        }
    }

    /// The document with each of its numbers in turn replaced by others, of lists only the first two.
    private func mutations(of json: Data) throws -> [Data] {
        func changed(_ value: Any) -> [Any] {
            if let fields = value as? [String: Any] {
                return fields.keys.sorted().flatMap { key in
                    changed(fields[key]!).map { other in
                        var fields = fields
                        fields[key] = other
                        return fields as Any
                    }
                }
            }
            if let list = value as? [Any] {
                return list.indices.prefix(2).flatMap { place in
                    changed(list[place]).map { other in
                        var list = list
                        list[place] = other
                        return list as Any
                    }
                } + [[Any]() as Any]
            }
            guard value is NSNumber else { return [] }
            return [-1, Int.max, 1e300]
        }
        return try changed(JSONSerialization.jsonObject(with: json)).map {
            try JSONSerialization.data(withJSONObject: $0)
        }
    }
}
