import Foundation
import Media
import TestSupport
import Testing

@testable import Bench

@Suite("The clip that a report shows frame by frame", .temporaryFolder)
struct BenchScenesTests {
    /// A run whose encodes of two clips kept the values of their frames.
    private static func run(in folder: URL, frames: Int) throws -> BenchRun {
        var run = ReportSamples.run()
        for index in run.points.indices where ["bunny", "tunnel"].contains(run.points[index].clip) {
            guard case .measured(var measurement) = run.points[index].outcome else { continue }
            let point = run.points[index]
            let name = "\(point.clip)-\(point.anchor)-\(point.rate.label).json"
            let values = (0..<frames).map { $0 == 5 && point.anchor == "granary" ? 32.0 : 40.0 }
            var record = BenchFrameValues(metrics: [:])
            record[.psnrYUV] = values
            try Data(try BenchCoding.bytes(of: record)).write(to: folder.appending(path: name))
            measurement.framesFile = name
            if point.anchor != "x264" { measurement.outputFile = "encode.y4m" }
            run.points[index].outcome = .measured(measurement)
        }
        return run
    }

    @Test("the clip with the worst BD-rate is chosen, with encodes of Granary and the reference at one rate")
    func choice() throws {
        let folder = TemporaryFolder.current
        let scenes = BenchScenes(try Self.run(in: folder, frames: 24), folder: folder.path, clips: [:])
        let found = scenes.worst()
        let scene = try #require(found.scene)
        #expect(scene.clip == "tunnel" && scene.metric == .psnrYUV)
        #expect(scene.takes.map(\.anchor) == ["granary", "x265"])
        #expect(scene.takes[0].rate == scene.takes[1].rate)
        #expect(scene.takes[0].values[5] == 32 && scene.starts.count == 24 && scene.end == 1)
        #expect(scene.stills.isEmpty)
    }

    @Test("the worst frames of the clip are shown, of the source and of both encodes")
    func stills() throws {
        let folder = TemporaryFolder.current
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 48), count: 24)
        var stream = Array("YUV4MPEG2 W64 H48 F24:1 Ip A1:1 C420jpeg\n".utf8)
        for frame in 0..<film.count { stream += Array("FRAME\n".utf8) + film.picture(frame).storage }
        for name in ["clip.y4m", "encode.y4m"] { try Data(stream).write(to: folder.appending(path: name)) }
        let run = try Self.run(in: folder, frames: 24)
        let found = BenchScenes(run, folder: folder.path, clips: ["tunnel": folder.appending(path: "clip.y4m").path])
            .worst()
        let stills = try #require(found.scene?.stills)
        #expect(found.remarks.isEmpty)
        #expect(stills.first?.frame == 5 && stills.count == 2)
        for still in stills {
            #expect(still.pictures.map(\.title) == ["Source", "Granary", "x265, two passes"])
            for picture in still.pictures { #expect(picture.png.starts(with: [0x89, 0x50, 0x4E, 0x47])) }
            #expect(still.pictures[0].png == still.pictures[1].png)
        }
    }

    @Test("encodes that cannot be read are reported, and a run without values of frames has no such clip")
    func missing() throws {
        let folder = TemporaryFolder.current
        try Data("no film".utf8).write(to: folder.appending(path: "clip.y4m"))
        let run = try Self.run(in: folder, frames: 24)
        let found = BenchScenes(run, folder: folder.path, clips: ["tunnel": folder.appending(path: "clip.y4m").path])
            .worst()
        #expect(found.scene?.stills == [] && found.remarks.count == 3)
        #expect(BenchScenes(ReportSamples.run(), folder: folder.path, clips: [:]).worst().scene == nil)
    }
}
