import HEVC
import ISOMedia
import Intake
import Media
import Storage

extension FilmVerification {
    /// Compares what the film's header says about dynamic HDR metadata with what the film must have.
    ///
    /// - Parameter dolbyVision: the record that it must have; nil for none.
    func checkDynamicHeader(_ kept: KeptMetadata, dolbyVision: DolbyVision?) -> [String] {
        var findings: [String] = []
        if film.format.dolbyVision != dolbyVision {
            let found = film.format.dolbyVision.map { "\($0)" } ?? "none"
            findings.append("the Dolby Vision record is \(found) instead of \(dolbyVision.map { "\($0)" } ?? "none")")
        }
        guard film.movie.majorBrand != FileTypeBox.quickTime.majorBrand else { return findings }
        for (brand, isWanted) in [
            (FileTypeBox.dolbyVisionBrand, kept.dolbyVision), (FileTypeBox.hdr10PlusBrand, kept.hdr10Plus),
        ] where film.movie.compatibleBrands.contains(brand) != isWanted {
            findings.append("the brand \(brand) is \(isWanted ? "missing" : "there, but was not requested")")
        }
        return findings
    }

    /// Compares the dynamic HDR metadata in the samples of some frames with the table, byte for byte: each frame has
    /// its own, once and in its place. Samples belong to frames by the order of their presentation times.
    func checkDynamicMetadata(of frames: Range<Int>, _ table: DynamicMetadataTable) throws -> [String] {
        guard frames.upperBound <= film.samples.count else { return [] }
        let order = frames.sorted { film.samples[$0].presentationTick < film.samples[$1].presentationTick }
        var tally = FindingTally()
        for (frame, sample) in zip(frames, order) {
            tally.add(faults(inSample: sample, expecting: try table.metadata(ofFrame: frame)), frame)
        }
        return tally.findings(about: frames)
    }

    /// The kinds of metadata that the header or the first sample has.
    var declaredMetadata: KeptMetadata {
        KeptMetadata(
            hdr10Plus: film.format.hasDynamicMetadata
                || film.movie.compatibleBrands.contains(FileTypeBox.hdr10PlusBrand),
            dolbyVision: film.format.hasDolbyVisionUnits || film.format.dolbyVision != nil
        )
    }

    /// Compares the metadata of every sample with the packets of the source, byte for byte after the rewriting.
    ///
    /// - Parameter kinds: what is compared.
    func checkDynamicMetadata(
        against source: SourceDescription,
        _ rewriting: MetadataRewriting,
        of kinds: KeptMetadata = .all
    ) throws -> [String] {
        let samples = film.samples
        let order = samples.indices.sorted { samples[$0].presentationTick < samples[$1].presentationTick }
        var tally = FindingTally()
        try DynamicMetadataReader(source, keeping: rewriting.kept).forEachFrame { found in
            guard order.indices.contains(found.frame) else { return }
            let expected = try rewriting.written(for: found.metadata)
            tally.add(faults(inSample: order[found.frame], expecting: expected, of: kinds), found.frame)
        }
        return tally.findings(about: 0..<order.count)
    }

    private func faults(
        inSample sample: Int,
        expecting expected: DynamicMetadata,
        of kinds: KeptMetadata = .all
    ) -> [String] {
        do {
            let unit = try film.bytes(of: sample).withRawSpan { try AccessUnitMetadata(sample: $0) }
            return unit.faults(expecting: expected, of: kinds)
        } catch {
            return ["\(error)"]
        }
    }

    /// The first findings about frames, and their number.
    private struct FindingTally {
        private var findings: [String] = []
        private var wrong = 0

        mutating func add(_ faults: [String], _ frame: Int) {
            guard !faults.isEmpty else { return }
            wrong += 1
            if wrong <= FilmVerification.findingLimit { findings += faults.map { "frame \(frame): \($0)" } }
        }

        func findings(about frames: Range<Int>) -> [String] {
            guard wrong > FilmVerification.findingLimit else { return findings }
            return findings + ["\(wrong) samples of frames \(frames) have other dynamic metadata than the source"]
        }
    }

    /// Compares the table with the packets of the source, which are read once more, byte for byte after the rewriting.
    /// HDR10+ that was made is made again from the light of the scenes.
    func checkTable(
        _ table: DynamicMetadataTable,
        against wanted: WantedMetadata,
        _ rewriting: MetadataRewriting,
        tick: () -> Void
    ) throws -> [String] {
        var findings: [String] = []
        var (wrong, count) = (0, 0)
        try wanted.forEachFrame { found in
            count += 1
            if count % 1000 == 0 { tick() }
            guard try table.metadata(ofFrame: found.frame) != rewriting.written(for: found.metadata) else { return }
            wrong += 1
            if wrong <= FilmVerification.findingLimit {
                findings.append("the dynamic metadata of frame \(found.frame) differs from the source's")
            }
        }
        if wrong > FilmVerification.findingLimit {
            findings.append("the dynamic metadata of \(wrong) frames differs from the source's")
        }
        return findings
    }
}
