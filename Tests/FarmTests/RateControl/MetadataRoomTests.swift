import Jobs
import Media
import Storage
import Testing

@testable import RateControl

/// Dynamic HDR metadata takes its bits from the rate and from the decoder's buffer.
struct MetadataRoomTests {
    private static func metadata(bitsOfFilm: Int, ofPicture: Int) -> FilmMetadata {
        var metadata = FilmMetadata(table: PublishedFile(name: "", sha256: "", byteCount: 0))
        (metadata.bits, metadata.largestBits) = (bitsOfFilm, ofPicture)
        return metadata
    }

    private static func encoder(_ buffer: BufferLimits? = nil) -> EncoderSettings {
        EncoderSettings(
            size: PictureSize(width: 64, height: 64),
            format: .yuv420p10,
            frameRate: FrameRate(frames: 24, seconds: 1),
            buffer: buffer
        )
    }

    @Test("the budget of the pictures is that of the film without the metadata")
    func budget() throws {
        let control = FilmRateControl(
            .average(bitsPerSecond: 100_000),
            limits: PassLimits(maximum: 2, reason: ""),
            encoder: Self.encoder(),
            timeline: JobSample.timeline
        )
        let left = control.leavingRoom(for: Self.metadata(bitsOfFilm: 600_000, ofPicture: 500))
        #expect(control.budgetBits == 6_000_000 && left.budgetBits == 5_400_000)
    }

    @Test("the encoder's limits lose the largest metadata of a picture, at the rate of the pictures")
    func encoderLimits() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 500_000, bufferBits: 400_000))
        var settings = Self.encoder(limits)
        #expect(settings.encoderBuffer == limits)
        settings.metadataBitsPerPicture = 1000
        #expect(settings.encoderBuffer == BufferLimits(bitsPerSecond: 476_000, bufferBits: 399_000))
        settings.metadataBitsPerPicture = 21_000
        #expect(settings.encoderBuffer == nil)
    }

    @Test("units that just fit the buffer are late with metadata")
    func buffer() throws {
        let limits = try #require(BufferLimits(bitsPerSecond: 240_000, bufferBits: 240_000))
        var buffer = try #require(FilmBuffer(limits, timeline: JobSample.timeline))
        let units = [Array(repeating: 10_000, count: 1440)]
        #expect(buffer.passage(of: units).underflows == 0)
        buffer.metadataBits = 2000
        let passage = buffer.passage(of: units)
        // 216,000 bits at the start last for 108 pictures that each take 2,000 more than arrive.
        #expect(passage.underflows > 1300)
        let smaller = [Array(repeating: 8000, count: 1440)]
        #expect(buffer.passage(of: smaller).underflows == 0)
    }
}
