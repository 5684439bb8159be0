import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite("Frames that are completed before the end of a pass", .temporaryFolder)
struct CompletionTests {
    private let film = KitFilm(count: 60, cuts: [30])

    @Test(
        "a single pass returns all samples, goes on with a key frame, and FFmpeg decodes the whole",
        .enabled(if: Tool.arePresent("ffprobe"), "FFmpeg's programs are not installed")
    )
    func singlePass() throws {
        let session = try CompressionSession(film.properties(.averageBitRate(200_000)))
        var samples: [EncodedSample] = []
        #expect(throws: GranaryError.self) { try session.completeFrames(until: .zero) { samples.append($0) } }
        try session.beginPass()
        for frame in 0..<film.count {
            try session.encode(film.picture(frame)) { samples.append($0) }
            #expect(session.pendingFrameCount == frame + 1 - samples.count)
            if frame == 9 {
                // No frame that waits is before the time.
                try session.completeFrames(until: film.time(0)) { samples.append($0) }
                #expect(session.pendingFrameCount > 0)
            }
            if frame == 19 || frame == 39 {
                try session.completeFrames(until: film.time(frame)) { samples.append($0) }
                #expect(samples.count == frame + 1 && session.pendingFrameCount == 0)
                // Once more has nothing to do.
                try session.completeFrames(until: film.time(film.count)) { samples.append($0) }
                #expect(samples.count == frame + 1)
            }
        }
        try session.completeFrames(until: film.time(film.count)) { samples.append($0) }
        #expect(try session.endPass { samples.append($0) }.furtherPassesRequested == false)
        #expect(Set(samples.filter(\.isSync).map(\.presentationTime)).isSuperset(of: [0, 20, 40].map(film.time)))
        #expect(samples.map(\.decodeTime) == (0..<film.count).map(film.time))
        #expect(Set(samples.map(\.presentationTime)) == Set((0..<film.count).map(film.time)))

        var stream = try #require(session.formatDescription).annexB
        for sample in samples { stream += try SampleFraming.annexB(fromLengthPrefixed: sample.bytes) }
        let path = TemporaryFolder.current.appending(path: "film.hevc")
        try Data(stream).write(to: path)
        let entries = ["-show_entries", "stream=nb_read_frames", "-of", "csv=p=0"]
        let printed = try #require(Tool("ffprobe")).output(["-v", "error", "-count_frames"] + entries + [path.path])
        #expect(printed.trimmingCharacters(in: .whitespacesAndNewlines) == "\(film.count)")
    }

    @Test("a pass over groups has returned all of a group with its last frame, and counts the frames of the open one")
    func groups() throws {
        let storage = MultiPassStorage(timeRange: film.timeRange)
        let silo = try FrameSilo(timeRange: film.timeRange)
        let session = try CompressionSession(film.properties(.averageBitRate(200_000)), storage: storage)
        try session.beginPass()
        for frame in 0..<film.count {
            try session.encode(film.picture(frame)) { try silo.add($0) }
            #expect(session.pendingFrameCount == 0)
        }
        try session.completeFrames(until: film.time(film.count)) { try silo.add($0) }
        _ = try session.endPass { try silo.add($0) }
        #expect(silo.sampleCount == 0)

        let groups = try #require(session.partReport).groups.map(\.timeRange)
        #expect(groups.count == 2)
        try session.beginPass()
        var count = 0
        for frame in 0..<film.count {
            try session.encode(film.picture(frame)) { _ in count += 1 }
            try session.completeFrames(until: film.time(film.count)) { _ in count += 1 }
            #expect(session.pendingFrameCount == frame + 1 - count)
            if groups.map(\.end).contains(film.time(frame + 1)) { #expect(session.pendingFrameCount == 0) }
        }
        #expect(throws: GranaryError.self) { try session.encode(film.picture(0)) { _ in } }
        #expect(session.pendingFrameCount == 0)
    }

    @Test("temporal levels keep their groups")
    func levels() throws {
        var properties = film.properties(.averageBitRate(200_000))
        properties.temporalLevels = 2
        let session = try CompressionSession(properties)
        try session.beginPass()
        var samples: [EncodedSample] = []
        for frame in 0..<20 { try session.encode(film.picture(frame)) { samples.append($0) } }
        let waiting = session.pendingFrameCount
        try session.completeFrames(until: film.time(20)) { samples.append($0) }
        #expect(session.pendingFrameCount == waiting && waiting > 0)
        _ = try session.endPass { samples.append($0) }
        #expect(samples.count == 20 && session.pendingFrameCount == 0)
    }
}
