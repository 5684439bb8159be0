import Foundation
import GranaryKit
import TestSupport
import Testing

@Suite(
    "GranaryKit: colour, light and buffer",
    .temporaryFolder,
    .enabled(if: Peer.arePresent, "FFmpeg's programs are not installed")
)
struct LightTests {
    private func url(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

    private func write(_ film: KitFilm, _ properties: CompressionProperties, to url: URL) throws {
        let writer = try MovieWriter(url: url, video: properties, timeRange: film.timeRange)
        while let ranges = try writer.beginNextPass() {
            for frame in ranges.flatMap(film.frames) { try writer.append(film.picture(frame)) }
            try writer.endPass()
        }
        try writer.finishWriting()
    }

    /// Properties with everything that a film can say about colour and light.
    private func tell(_ properties: inout CompressionProperties) {
        properties.colour = (9, 16, 9)
        properties.isFullRange = true
        properties.chromaLocation = 2
        properties.masteringDisplay = MasteringDisplay(
            red: Chromaticity(x: 34000, y: 16000),
            green: Chromaticity(x: 13250, y: 34500),
            blue: Chromaticity(x: 7500, y: 3000),
            whitePoint: Chromaticity(x: 15635, y: 16450),
            maximumLuminance: 10_000_000,
            minimumLuminance: 1
        )
        properties.contentLight = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        properties.ambientViewing = AmbientViewing(illuminance: 3_140_000, light: Chromaticity(x: 15635, y: 16450))
    }

    @Test(
        "FFmpeg finds the colour and light of a film in its boxes and in its pictures",
        arguments: ["f.mp4", "f.mov"]
    )
    func light(name: String) throws {
        let film = KitFilm(count: 24)
        var properties = film.properties(.averageBitRate(300_000))
        tell(&properties)
        try write(film, properties, to: url(name))
        // ffprobe reads the side data of a stream from the boxes, that of a frame from the SEI messages.
        for entries in ["stream_side_data", "frame_side_data"] {
            let said = try Peer.probe(url(name), "v:0", entries).joined(separator: "\n")
            for value in ["34000/50000", "13250/50000", "3000/50000", "16450/50000", "10000000/10000", "1/10000"] {
                #expect(said.contains(value), "\(entries): \(value) in \(said)")
            }
            #expect(said.contains("1000,400"), "\(entries): \(said)")
        }
        let entries = "stream=color_range,color_space,color_transfer,color_primaries,chroma_location"
        let tags = try Peer.probe(url(name), "v:0", entries)
        #expect(tags == ["pc,bt2020nc,smpte2084,bt2020,topleft"])
        let bytes = try Data(contentsOf: url(name))
        for box in ["mdcv", "clli", "amve"] { #expect(bytes.range(of: Data(box.utf8)) != nil, "\(box)") }
    }

    @Test("a reader says what a writer was told, and a copy of the samples says the same")
    func readAgain() throws {
        let film = KitFilm(count: 12)
        var properties = film.properties(.constantRateFactor(32))
        tell(&properties)
        try write(film, properties, to: url("film.mp4"))
        let samples = try SampleReader(url: url("film.mp4"))
        let writer = try SampleWriter(url: url("copy.mp4"), format: samples.formatDescription)
        while let sample = try samples.nextSample() { try writer.append(sample) }
        try writer.finishWriting()
        for name in ["film.mp4", "copy.mp4"] {
            let video = try MovieReader(url: url(name)).video
            #expect(video.dynamicRange == "HDR10")
            var again = CompressionProperties(of: video, goal: .constantRateFactor(32))
            again.preset = properties.preset
            again.minimumKeyFrameInterval = properties.minimumKeyFrameInterval
            #expect(again == properties, "\(name)")
        }
        #expect(try Peer.probe(url("copy.mp4"), "v:0", "stream_side_data").isEmpty == false)
    }

    @Test("every value that no film can have is refused by its name")
    func refusals() throws {
        let film = KitFilm(count: 1)
        func refused(_ change: (inout CompressionProperties) -> Void) -> String? {
            var properties = film.properties(.averageBitRate(300_000))
            tell(&properties)
            change(&properties)
            let error = #expect(throws: GranaryError.self) { try CompressionSession(properties) }
            #expect(error?.code == .refusedProperty && error?.remedy.contains("Valid values") == true)
            return error?.subject
        }
        #expect(refused { $0.chromaLocation = 6 } == "chromaLocation")
        #expect(refused { $0.chromaLocation = -1 } == "chromaLocation")
        #expect(refused { $0.masteringDisplay?.red.x = 50_001 } == "masteringDisplay")
        #expect(refused { $0.masteringDisplay?.maximumLuminance = 1 } == "masteringDisplay")
        #expect(refused { $0.ambientViewing?.illuminance = 0 } == "ambientViewing")
        #expect(refused { $0.ambientViewing?.light.y = 60_000 } == "ambientViewing")
        #expect(refused { $0.maximumBitRate = 0 } == "maximumBitRate")
        #expect(refused { $0.maximumBitRate = 299_999 } == "maximumBitRate")
        #expect(refused { $0.bufferSize = 1000 } == "maximumBitRate")
        #expect(refused { ($0.maximumBitRate, $0.bufferSize) = (400_000, 2_000_000_001) } == "bufferSize")
        let names = Set(CompressionProperties.supported.map(\.name))
        let added = ["isFullRange", "chromaLocation", "masteringDisplay", "contentLight", "ambientViewing"]
        #expect(names.isSuperset(of: added + ["maximumBitRate", "bufferSize"]))
    }

    /// The least that a buffer of these limits holds after any sample was removed, by the sizes that ffprobe finds.
    private func least(_ url: URL, rate: Double, size: Double) throws -> Double {
        var content = size * 0.9
        var least = content
        for (index, line) in try Peer.probe(url, "v:0", "packet=size").enumerated() {
            let bits = 8 * (try #require(Double(line)))
            if index > 0 { content = min(content + rate / 24, size) }
            content -= bits
            least = min(least, content)
        }
        return least
    }

    @Test("the buffer of a decoder never runs empty, in one pass and in several", arguments: [1, 4])
    func buffer(passes: Int) throws {
        let film = KitFilm(count: 144, cuts: [48, 96])
        var properties = film.properties(.averageBitRate(300_000))
        properties.maximumPasses = passes
        try write(film, properties, to: url("free.mp4"))
        let limits = (rate: 330_000, size: 66_000)
        let free = try least(url("free.mp4"), rate: Double(limits.rate), size: Double(limits.size))
        #expect(free < 0, "the test is too easy")
        (properties.maximumBitRate, properties.bufferSize) = limits
        try write(film, properties, to: url("bounded.mp4"))
        let bounded = try least(url("bounded.mp4"), rate: Double(limits.rate), size: Double(limits.size))
        #expect(bounded >= 0)
    }
}
