import HEVC
import ISOMedia
package import Media
import Quality

extension FilmVerification {
    /// Checks the temporal levels of a range without decoding it: slice headers must form a hierarchy, and the sample
    /// groups must give the level that the NAL units have. A film of one level has no findings.
    package func checkHierarchy(_ frames: Range<Int>) -> [String] {
        guard film.levelCount > 1, frames.upperBound <= film.samples.count else { return [] }
        var findings: [String] = []
        var checker = HierarchyChecker(findingLimit: Self.findingLimit)
        checker.add(film.parameterSets)
        var wrong = 0
        do {
            for sample in frames {
                try film.bytes(of: sample).withRawSpan { span in
                    checker.add(sample: span)
                    let coded = try NALUnitFraming.firstSlice(ofSample: span).temporalID
                    guard coded != film.samples[sample].level else { return }
                    wrong += 1
                    guard wrong == 1 else { return }
                    let grouped = film.samples[sample].level.map { "level \($0)" } ?? "no level"
                    findings.append("sample \(sample) is on level \(coded), its sample group says \(grouped)")
                }
            }
        } catch {
            findings.append("frames \(frames): \(error)")
        }
        if wrong > 1 {
            findings.append("\(wrong) samples of frames \(frames) have the wrong level in their sample groups")
        }
        let report = checker.report()
        if report.levels != film.levelCount, frames.count >= 1 << (film.levelCount - 1) {
            findings.append("frames \(frames) have \(report.levels) temporal levels, the film \(film.levelCount)")
        }
        findings += report.findings.map { finding in
            "sample \(frames.lowerBound + finding.accessUnit) breaks the hierarchy: \(finding.explanation)"
        }
        if report.findingCount > report.findings.count {
            findings.append(
                "\(counted(report.findingCount, "place")) in frames \(frames) "
                    + "\(report.findingCount == 1 ? "breaks" : "break") the hierarchy"
            )
        }
        return findings
    }

    /// Decodes frames of one range at each level below the highest, and compares each picture with its hash.
    ///
    /// The sample groups alone select the samples, as in an extraction of the level from the film.
    ///
    /// - Parameter hashes: one for each frame of the range, in presentation order.
    /// - Returns: findings, and the number of pictures that were compared.
    package func checkLevels(_ frames: Range<Int>, hashes: [PictureHash]) -> (findings: [String], compared: Int) {
        guard film.levelCount > 1, frames.upperBound <= film.samples.count, hashes.count == frames.count else {
            return ([], 0)
        }
        let order = frames.sorted { film.samples[$0].presentationTick < film.samples[$1].presentationTick }
        var findings: [String] = []
        var compared = 0
        for level in 0..<film.levelCount - 1 {
            let expected = order.indices.filter { film.isKept(order[$0], upTo: level) }
            var (count, wrong) = (0, 0)
            do {
                let warnings = try film.decode(frames, upTo: level) { _, picture in
                    defer { count += 1 }
                    guard count < expected.count else { return }
                    if picture.hash() != hashes[expected[count]] { wrong += 1 }
                }
                findings += warnings.map { "level \(level): \($0)" }
            } catch {
                findings.append("frames \(frames), level \(level): \(error)")
            }
            if wrong > 0 {
                findings.append(
                    "\(wrong) pictures of frames \(frames) differ when decoded up to level \(level)"
                )
            }
            if count != expected.count {
                findings.append(
                    "frames \(frames) decode to \(counted(count, "picture")) up to level \(level) instead of "
                        + "\(expected.count)"
                )
            }
            compared += min(count, expected.count)
        }
        return (findings, compared)
    }
}
