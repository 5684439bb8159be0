import Testing

@testable import Platform
@testable import Worker

@Suite("Age of a process")
struct ProcessAgeTests {
    @Test("the start time is read after the name of the program, with any name")
    func status() {
        let line =
            "4711 (a) b (c)) S 1 4711 4711 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 1 0 123450 1000 50 18446744073709551615"
        #expect(ProcessAge.start(inStatus: line, ticksPerSecond: 100) == 1234.5)
        #expect(ProcessAge.start(inStatus: "4711 (a) S 1", ticksPerSecond: 100) == nil)
        #expect(ProcessAge.start(inStatus: "", ticksPerSecond: 100) == nil)
        #expect(ProcessAge.start(inStatus: line, ticksPerSecond: 0) == nil)
    }

    @Test("the age grows, and the meter of the whole process starts with the process")
    func age() throws {
        let age = try #require(ProcessAge.now)
        #expect(age >= .zero && age < .seconds(86_400))
        let whole = CostMeter(countsStart: true).cost
        #expect(whole.wallSeconds >= age / .seconds(1) && whole.wallSeconds < 86_400 && whole.cpuSeconds > 0)
        #expect(CostMeter().cost.wallSeconds < whole.wallSeconds, "a meter of a unit begins with the unit")
    }
}
