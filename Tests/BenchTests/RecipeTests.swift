import Foundation
import Media
import TestSupport
import Testing

@testable import Bench

@Suite("Clips that recipes make", .temporaryFolder)
struct RecipeTests {
    private let ffmpeg = Tool("ffmpeg")
    private let rate = FrameRate(frames: 24, seconds: 1)

    /// A film of four pictures of one grey.
    private func film(_ name: String, luma: Int) throws -> String {
        let path = TemporaryFolder.current.appending(path: name).path
        let graph = "color=gray:size=64x64:rate=24,format=yuv420p,geq=lum=\(luma):cb=128:cr=128"
        try #require(ffmpeg).output(
            ["-v", "error", "-f", "lavfi", "-i", graph, "-frames:v", "4", "-c:v", "ffv1", path]
        )
        return path
    }

    /// The first luma sample of each picture that a recipe makes.
    private func lumas(of recipe: BenchRecipe) throws -> [UInt8] {
        let clip = TemporaryFolder.current.appending(path: "clip.mov").path
        let raw = TemporaryFolder.current.appending(path: "clip.yuv")
        let tool = try #require(ffmpeg)
        try tool.output(recipe.words(output: clip))
        try tool.output(["-v", "error", "-y", "-i", clip, "-f", "rawvideo", raw.path])
        let data = try Data(contentsOf: raw)
        let size = 64 * 64 * 3 / 2
        #expect(data.count.isMultiple(of: size))
        return stride(from: 0, to: data.count, by: size).map { data[$0] }
    }

    @Test(
        "a recipe takes the pictures of one film, or joins those of several",
        .enabled(if: Tool("ffmpeg") != nil, "needs ffmpeg")
    )
    func joins() throws {
        let (dark, light) = (try film("dark.mkv", luma: 50), try film("light.mkv", luma: 200))
        let one = BenchRecipe(graph: "trim=end_frame=2", sources: [light], frameCount: 9, frameRate: rate)
        #expect(try lumas(of: one) == [200, 200])
        let both = BenchRecipe(graph: "trim=end_frame=3", sources: [dark, light], frameCount: 5, frameRate: rate)
        #expect(try lumas(of: both) == [50, 50, 50, 200, 200])
    }

    @Test("a recipe whose second film is missing is a hole that names the film and what fetches it")
    func missingFilm() throws {
        let here = TemporaryFolder.current.path
        try Data([0]).write(to: URL(filePath: "\(here)/a.mp4"))
        let text = """
            apiVersion: granary-bench/v1
            name: small
            rates: [500k]
            clips:
              - name: reel
                class: film
                licence: CC0-1.0
                obtain: Scripts/corpus
                recipe: {graph: "null", source: [a.mp4, b.mp4], frames: 8, frameRate: 24}
            anchors: [{name: x265, kind: x265-two-pass, role: reference}, {name: granary, kind: granary}]
            """
        let suite = try BenchSuite(parsing: Array(text.utf8), file: "s.yaml", folder: here)
        guard case .recipe(let recipe) = suite.clips[0].origin else { throw CocoaError(.coderInvalidValue) }
        #expect(recipe.sources == ["\(here)/a.mp4", "\(here)/b.mp4"])
        let finder = ClipFinder(folder: "\(here)/clips", programs: BenchPrograms()) { _ in
            Issue.record("no program can make this clip")
            return nil
        }
        guard case .failure(let hole) = finder.find(suite.clips[0]) else { throw CocoaError(.coderInvalidValue) }
        #expect(hole.reason == .clipMissing)
        #expect(hole.story.contains("b.mp4; Scripts/corpus fetches it"), "\(hole.story)")
    }
}
