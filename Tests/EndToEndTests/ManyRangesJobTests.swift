import Foundation
import JobDocuments
import Jobs
import Reporting
import Testing

extension WholeJobs {
    /// Films of so many ranges that they have no analysis.
    @Suite("Jobs of many ranges")
    struct ManyRangesJobTests {
        private func bench(_ name: String) async throws -> JobBench {
            try JobBench(
                name,
                source: try await TestFilm.long.url,
                video: "speed: ultrafast, rate: {average: 200k}",
                ranges: "minimum: 50ms, maximum: 100ms",
                more: "passes: {tolerance: 20%}"
            )
        }

        @Test("each range is encoded once in steps, and the film has its rate and is verified")
        func steps() async throws {
            let bench = try await bench("steps")
            let outcome = try await bench.run()
            try #require(outcome.code == 0, "\(outcome.errors)")
            let directory = try bench.directory
            let allocations = try directory.allocations()
            #expect(allocations.first { $0.pass == 1 }?.targets.isEmpty == true)
            #expect(try directory.status().passes.map(\.pass).prefix(2) == [0, 2])
            let steps = allocations.filter { $0.pass == 2 }
            #expect(steps.count >= 3 && steps.flatMap(\.targets).allSatisfy { $0.role == .alone })
            let again = allocations.filter { $0.pass > 2 }.flatMap(\.targets)
            #expect(again.allSatisfy { $0.fed?.statisticsPass ?? 0 >= 2 })
            #expect(try bench.report.ranges.count >= 128)
        }

        @Test("one worker and two make the same film")
        func workers() async throws {
            let one = try await bench("one")
            let two = try await bench("two")
            #expect(try await one.run(workers: 1).code == 0)
            #expect(try await two.run(workers: 2).code == 0)
            #expect(one.film != nil && one.film == two.film)
        }
    }
}
