import Media
import TestSupport
import Testing

@testable import HEVC

@Suite struct HDR10PlusTests {
    @Test("a message is written as it was read")
    func rewritten() throws {
        var handmade = HandmadeHDR10Plus()
        #expect(try HDR10PlusMessage(payload: handmade.payload).payload == handmade.payload)
        (handmade.windows, handmade.target, handmade.peaks) = (3, 1000, (2, 3))
        (handmade.curve, handmade.saturation) = ((1, 2, [3, 4]), 5)
        #expect(try HDR10PlusMessage(payload: handmade.payload).payload == handmade.payload)
    }

    @Test("measured light becomes a message of profile A that nothing is odd about")
    func measured() throws {
        let light = LightDistribution(
            maximum: [5000, 6000, 7000],
            average: 800,
            levels: [1, 25, 50, 75, 90, 95, 4000, 6500],
            dimPercentage: 83
        )
        let message = try HDR10PlusMessage(payload: HDR10PlusMessage(measured: light).payload)
        #expect(message.profile == .a && message.oddities == [] && message.version == 1)
        let window = try #require(message.windows.first)
        #expect(window.maximum == [5000, 6000, 7000] && window.average == 800 && window.brightShare == 0)
        #expect(window.distribution.map(\.percentage) == [1, 5, 10, 25, 50, 75, 90, 95, 99])
        #expect(window.distribution.map(\.level) == [1, 6500, 83, 25, 50, 75, 90, 95, 4000])
    }

    @Test("a message is read as it was written")
    func reading() throws {
        var handmade = HandmadeHDR10Plus()
        handmade.target = 400
        handmade.curve = (164, 240, [143, 298, 447, 592, 731, 864, 891, 917, 938])
        let message = try HDR10PlusMessage(payload: handmade.payload)
        #expect(message.version == 1)
        #expect(message.targetedMaximum == 400)
        #expect(message.windows.count == 1)
        let window = message.windows[0]
        #expect(window.area == nil)
        #expect(window.maximum == [7768, 6589, 6912])
        #expect(window.average == 263)
        #expect(window.distribution.map(\.percentage) == [1, 5, 10, 25, 50, 75, 90, 95, 99])
        #expect(window.distribution.map(\.level) == (0..<9).map { $0 * 11 })
        #expect(window.brightShare == 12)
        #expect(window.curve?.knee == [164, 240])
        #expect(window.curve?.anchors == [143, 298, 447, 592, 731, 864, 891, 917, 938])
        #expect(window.saturationWeight == nil)
        #expect(message.profile == .b)
        #expect(message.oddities.isEmpty)
    }

    @Test("several windows, peaks of displays and saturation are read, and named as odd")
    func everything() throws {
        var handmade = HandmadeHDR10Plus()
        (handmade.version, handmade.windows, handmade.target) = (0, 3, 1000)
        handmade.curve = (1, 2, [])
        handmade.saturation = 9
        handmade.peaks = (3, 7)
        let message = try HDR10PlusMessage(payload: handmade.payload)
        #expect(message.windows.count == 3)
        #expect(message.windows[2].area?.corners == [2, 102, 202, 302])
        #expect(message.windows[2].area?.centre == [402, 502])
        #expect(message.windows[1].area?.axes == [20, 21, 22])
        #expect(message.windows[1].area?.angle == 45)
        #expect(message.windows[1].area?.isBlended == true)
        #expect(message.windows.allSatisfy { $0.saturationWeight == 9 })
        #expect(message.targetedPeaks?.columnCount == 7)
        #expect(message.masteringPeaks?.levels == (0..<21).map { UInt8($0 % 16) })
        #expect(message.oddities.count == 4)
        #expect(HDR10PlusMessage.windowCount(of: handmade.payload) == 3)
    }

    @Test("profile A has neither curve nor targeted display; half of profile B is odd")
    func profiles() throws {
        func message(_ change: (inout HandmadeHDR10Plus) -> Void) throws -> HDR10PlusMessage {
            var handmade = HandmadeHDR10Plus()
            change(&handmade)
            return try HDR10PlusMessage(payload: handmade.payload)
        }
        #expect(try message { _ in }.profile == .a)
        #expect(try message { _ in }.oddities == [])
        #expect(try message { $0.target = 300 }.profile == nil)
        #expect(try message { $0.target = 300 }.oddities.count == 1)
        #expect(try message { $0.curve = (1, 1, [5]) }.oddities.count == 1)
        #expect(try message { $0.target = 10_001 }.oddities.count == 2)
        #expect(try message { $0.percentages = [1, 5, 10, 25, 50, 75, 90, 95, 98, 99] }.oddities == [])
        #expect(try message { $0.percentages = [1, 5] }.oddities.count == 1)
        #expect(try message { $0.maximum[2] = 100_000 }.oddities == [])
        #expect(try message { $0.maximum[2] = 100_001 }.oddities.count == 1)
    }

    @Test("a message that is cut anywhere is refused, and so is one without a window")
    func damage() throws {
        var handmade = HandmadeHDR10Plus()
        handmade.peaks = (31, 31)
        let payload = handmade.payload
        for count in 0..<payload.count {
            #expect(throws: BitstreamError.self) { try HDR10PlusMessage(payload: Array(payload[..<count])) }
        }
        handmade.windows = 0
        #expect { try HDR10PlusMessage(payload: handmade.payload) } throws: {
            ($0 as? BitstreamError)?.code == .invalid
        }
    }

    @Test("user data of other providers is told apart")
    func providers() throws {
        let codes: [(RegisteredUserData, [UInt8])] = [
            (.hdr10Plus, [0xB5, 0, 0x3C, 0, 1, 4, 1]), (.adaptiveToneMapping, [0xB5, 0, 0x90, 0, 1, 4]),
            (.captions, [0xB5, 0, 0x31] + Array("GA94".utf8)), (.activeFormat, [0xB5, 0, 0x31] + Array("DTG1".utf8)),
            (.hdrVivid, [0x26, 0, 4, 0, 5]), (.filmGrain, [0xB5, 0x58, 0x90]),
            (.dolbyVision, [0xB5, 0, 0x3B, 0, 0, 8, 0, 0x37]), (.other, [0xB5, 0, 0x3C, 0, 1, 5]),
            (.other, [0xB5, 0, 0x3C, 0, 2, 4]), (.other, [0xB5, 0, 0x3C, 0, 1]), (.other, []),
        ]
        for (owner, bytes) in codes { #expect(RegisteredUserData(payload: bytes) == owner) }
        #expect(Set(RegisteredUserData.allCases.map(\.name)).count == RegisteredUserData.allCases.count)
        let other: [UInt8] = [0xB5, 0, 0x90, 0, 1, 4, 1, 2, 3]
        #expect { try HDR10PlusMessage(payload: other) } throws: {
            ($0 as? BitstreamError)?.cause.contains("SMPTE ST 2094-50") == true
        }
    }
}
