import Foundation
import Intake
import Media
import Quality

/// Finds the clip of a run that is worst for Granary, and reads its values and pictures.
package struct BenchScenes {
    private let run: BenchRun
    private let folder: String
    private let clips: [String: String]

    /// Number of frames that are shown.
    private static let stillCount = 3
    /// Largest width of a picture in pixels.
    private static let stillWidth = 640

    /// Prepares the search.
    ///
    /// - Parameters:
    ///   - folder: the run's folder, in which records name files.
    ///   - clips: paths of the clips by their names; clips without a path have no pictures.
    package init(_ run: BenchRun, folder: String, clips: [String: String]) {
        self.run = run
        self.folder = folder
        self.clips = clips
    }

    /// The clip with the worst BD-rate against the reference by the run's first metric, at a middle rate; nil if the
    /// values of frames are kept for no encode of Granary. Pictures that cannot be made are left out, with a remark
    /// each.
    package func worst() -> (scene: BenchScene?, remarks: [String]) {
        guard let subject = run.subjects.first?.name, let metric = run.metrics.first else { return (nil, []) }
        let rival = run.reference?.name ?? run.anchors.first { $0.name != subject }?.name
        let contest = rival.map { BenchContest(run, of: subject, against: $0, metric: metric) }
        let order = [contest?.worst?.name].compactMap(\.self) + run.clips.map(\.name)
        for clip in order {
            guard let own = take(clip, subject, metric, near: nil) else { continue }
            let other = rival.flatMap { take(clip, $0, metric, near: own.take) }
            var scene = scene(clip, metric, [own.take] + [other?.take].compactMap(\.self))
            let stills = stills(of: scene, files: [own.file] + (other.map { [$0.file] } ?? []))
            scene.stills = stills.stills
            return (scene, stills.remarks)
        }
        return (nil, [])
    }

    /// One encode with the values of its frames, and its file if it is kept.
    private func take(
        _ clip: String,
        _ anchor: String,
        _ metric: BenchMetric,
        near other: BenchScene.Take?
    ) -> (take: BenchScene.Take, file: String?)? {
        let encodes = run.measured(clip: clip, anchor: anchor).filter { $0.of.framesFile != nil }
            .sorted { $0.of.bitsPerSecond < $1.of.bitsPerSecond }
        let chosen =
            other.map { other in
                encodes.first { $0.point.rate == other.rate }
                    ?? encodes.min {
                        abs(log($0.of.bitsPerSecond / other.bitsPerSecond))
                            < abs(log($1.of.bitsPerSecond / other.bitsPerSecond))
                    }
            } ?? (encodes.isEmpty ? nil : encodes[encodes.count / 2])
        guard let chosen, let name = chosen.of.framesFile,
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)"),
            let values = try? BenchCoding.value(BenchFrameValues.self, of: bytes)[metric], !values.isEmpty
        else { return nil }
        let take = BenchScene.Take(
            anchor: anchor,
            rate: chosen.point.rate,
            bitsPerSecond: chosen.of.bitsPerSecond,
            values: values
        )
        return (take, chosen.of.outputFile.map { "\(folder)/\($0)" })
    }

    private func scene(_ clip: String, _ metric: BenchMetric, _ takes: [BenchScene.Take]) -> BenchScene {
        let record = run.clips.first { $0.name == clip }
        let count = takes.first?.values.count ?? 0
        let timeline = clips[clip].flatMap { try? FilmProbe.describe(path: $0, hashWholeFile: false) }?.video.timeline
        if let timeline, timeline.count == count {
            return BenchScene(
                clip: clip,
                metric: metric,
                takes: takes,
                starts: (0..<count).map { timeline.time(of: $0).seconds },
                end: timeline.timeRange.end.seconds
            )
        }
        let rate = record?.frameRate.flatMap { $0 > 0 ? $0 : nil } ?? 25
        return BenchScene(
            clip: clip,
            metric: metric,
            takes: takes,
            starts: (0..<count).map { Double($0) / rate },
            end: Double(count) / rate
        )
    }

    /// The worst frames of the first take, with the pictures of the source and of each take.
    private func stills(of scene: BenchScene, files: [String?]) -> (stills: [BenchScene.Still], remarks: [String]) {
        guard let own = scene.takes.first, let path = clips[scene.clip] else { return ([], []) }
        let names =
            ["Source"] + scene.takes.map { take in run.anchors.first { $0.name == take.anchor }?.title ?? take.anchor }
        var remarks: [String] = []
        var films: [(title: String, reader: FilmReader)] = []
        for (title, file) in zip(names, [path] + files) {
            guard let file else {
                remarks.append("The encode of \(scene.clip) by \(title) was not kept, so there are no pictures of it.")
                continue
            }
            do throws(IntakeError) {
                // A bare stream has no times; its frames are identified by their numbers.
                let rate = films.first.map { $0.reader.source.video.timeline.averageRate }
                let reading = rate.map { SourceReading(frameRate: $0) } ?? .standard
                let source = try FilmProbe.describe(path: file, hashWholeFile: false, reading: reading)
                films.append((title, try FilmReader(source: source, decodeAhead: 1)))
            } catch {
                remarks.append("There are no pictures of \(scene.clip) by \(title): \(error.cause).")
            }
        }
        guard films.count > 1, let first = films.first else { return ([], remarks) }
        let colour = first.reader.source.video.colour
        let apart = max(own.values.count / 20, 12)
        let stills = BenchScene.worstFrames(own.values, count: Self.stillCount, apart: apart).map { frame in
            let pictures = films.map { film -> (title: String, png: [UInt8]) in
                do throws(IntakeError) {
                    guard let picture = try film.reader.pictures(in: frame..<frame + 1).next() else {
                        return (film.title, [])
                    }
                    let image = StillImage(of: picture, colour: colour, maximumWidth: Self.stillWidth)
                    return (film.title, try image.png())
                } catch {
                    remarks.append(
                        "There is no picture of frame \(frame) of \(scene.clip) by \(film.title): \(error.cause)."
                    )
                    return (film.title, [])
                }
            }
            return BenchScene.Still(frame: frame, pictures: pictures)
        }
        return (stills, remarks)
    }
}
