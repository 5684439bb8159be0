import Media
import Testing

@testable import Jobs
@testable import LocalEngine
@testable import Platform

@Suite("Number of workers on a machine")
struct WorkerCountTests {
    private static let gigabyte = 1_000_000_000

    private func settings(_ width: Int, _ height: Int, _ format: PixelFormat, _ speed: String) -> EncoderSettings {
        EncoderSettings(
            size: PictureSize(width: width, height: height),
            format: format,
            frameRate: FrameRate(frames: 24, seconds: 1),
            speed: speed
        )
    }

    @Test(
        "there is one worker for each core, or as many as the memory allows",
        arguments: [
            (2, 8, 1280, 720, PixelFormat.yuv420p8, "medium", 2), (16, 64, 1920, 1080, .yuv420p10, "medium", 16),
            (16, 8, 1920, 1080, .yuv420p10, "medium", 8), (8, 16, 3840, 2160, .yuv420p10, "medium", 4),
            (8, 16, 3840, 2160, .yuv420p10, "placebo", 3), (4, 1, 3840, 2160, .yuv420p10, "medium", 1),
            (0, 0, 640, 360, .yuv420p8, "medium", 1),
        ]
    )
    func count(
        cores: Int,
        gigabytes: Int,
        width: Int,
        height: Int,
        format: PixelFormat,
        speed: String,
        expected: Int
    ) {
        let machine = MachineResources(coreCount: cores, availableByteCount: gigabytes * Self.gigabyte)
        let size = PictureSize(width: width, height: height)
        let count = WorkerCount.fitting(machine, settings: settings(width, height, format, speed), sourceSize: size)
        #expect(count.count == expected)
        #expect(!count.reason.isEmpty)
    }

    @Test("the estimated memory of a worker is at least the measured one, and less than twice as much")
    func estimates() {
        let measured = [
            (1920, 1080, PixelFormat.yuv420p10, 640), (3840, 2160, .yuv420p10, 2190), (640, 360, .yuv420p8, 80),
        ]
        for (width, height, format, megabytes) in measured {
            // Without the decoder, which the measurements do not include.
            let estimate = WorkerMemory.estimatedByteCount(
                settings: settings(width, height, format, "medium"),
                sourceSize: PictureSize(width: 0, height: 0)
            )
            #expect((megabytes * 1_000_000..<megabytes * 2_000_000).contains(estimate))
        }
    }

    @Test("the reason names the memory if it limits the number")
    func reasons() {
        let settings = settings(3840, 2160, .yuv420p10, "medium")
        let machine = MachineResources(coreCount: 8, availableByteCount: 16 * Self.gigabyte)
        let count = WorkerCount.fitting(machine, settings: settings, sourceSize: settings.size)
        #expect(count.reason.contains("memory allows 4 on 8 cores"))
        #expect(count.reason.contains("16000 MB available"))
        #expect(WorkerCount.requested(3) == WorkerCount.requested(3))
        #expect(WorkerCount.requested(0).count == 1)
    }

    @Test("absurd picture sizes do not overflow")
    func absurd() {
        let settings = settings(.max, .max, .yuv420p10, "placebo")
        let machine = MachineResources(coreCount: 8, availableByteCount: .max)
        #expect(WorkerCount.fitting(machine, settings: settings, sourceSize: settings.size).count >= 1)
    }

    @Test("cores and memory are read from the kernel's files, including limits of a container")
    func parsing() {
        func read(_ memory: String, limit: String = "", use: String = "", cores: String = "") -> MachineResources {
            MachineResources(
                processStatus: "Name:\tx\nCpus_allowed:\t1\n",
                memoryInformation: memory,
                groupMemoryLimit: limit,
                groupMemoryUse: use,
                groupCoreLimit: cores
            )
        }
        let memory = "MemTotal:       16000000 kB\nMemAvailable:    8000000 kB\nBuffers: 1 kB\n"
        #expect(read(memory) == MachineResources(coreCount: 1, availableByteCount: 8_192_000_000))
        #expect(read(memory, limit: "max\n", use: "5\n", cores: "max 100000\n").availableByteCount == 8_192_000_000)
        #expect(read(memory, limit: "3000000000\n", use: "1000000000\n").availableByteCount == 2_000_000_000)
        #expect(read(memory, limit: "3000\n", use: "9000\n").availableByteCount == 0)
        #expect(read("MemAvailable: 99999999999999999999 kB").availableByteCount == 1 << 30)
        #expect(read("MemAvailable: 9223372036854775807 kB").availableByteCount == .max)
        #expect(read("").availableByteCount == 1 << 30)
        let current = MachineResources.current
        #expect(current.coreCount >= 1 && current.availableByteCount > 0)
    }
}
