import Testing

@testable import Workloads

@Suite("Work whose cost is watched")
struct WorkloadTests {
    @Test("each does the same every time, and something at all", arguments: Workload.all.map(\.name))
    func repeats(name: String) throws {
        let workload = try #require(Workload.all(part: 40).first { $0.name == name })
        let (one, other) = (try workload.prepare(), try workload.prepare())
        let first = try one()
        #expect(first > 0)
        #expect(try other() == first)
    }

    @Test("their names are different")
    func names() {
        #expect(Set(Workload.all.map(\.name)).count == Workload.all.count)
    }
}
