import JobDocuments
import Testing

@Suite("Which jobs may be removed")
struct RetentionTests {
    private let day = 86_400.0

    @Test("without a rule, all jobs")
    func none() {
        #expect(Retention().reasons(ages: [0, 1, 1e9]).allSatisfy { $0 == nil })
        #expect(Retention(minimumAge: 5, kept: 3).reasons(ages: []).isEmpty)
    }

    @Test("the newest jobs stay at any age, and young jobs stay in any number")
    func rules() {
        let ages = [40 * day, 2 * day, 100 * day, 29 * day, 31 * day]
        #expect(Retention(kept: 2).reasons(ages: ages) == [nil, .newest(2), nil, .newest(2), nil])
        #expect(
            Retention(minimumAge: 30 * day).reasons(ages: ages) == [nil, .young(2 * day), nil, .young(29 * day), nil]
        )
        #expect(
            Retention(minimumAge: 30 * day, kept: 3).reasons(ages: ages)
                == [nil, .newest(3), nil, .newest(3), .newest(3)]
        )
    }

    @Test("of equal ages the first counts as newer")
    func ties() { #expect(Retention(kept: 1).reasons(ages: [5, 5]) == [.newest(1), nil]) }

    @Test(
        "ages have a unit",
        arguments: [
            ("36h", 129_600.0), ("30d", 2_592_000), ("2w", 1_209_600), ("1.5d", 129_600), ("0d", 0), ("30", nil),
            ("d", nil),
            ("-1d", nil), ("30m", nil), ("", nil), ("1e3d", nil), ("99999999999d", nil),
        ] as [(String, Double?)]
    )
    func ages(text: String, seconds: Double?) { #expect(Retention.age(text) == seconds) }

    @Test("ages are written for users")
    func words() {
        #expect(Retention.words(age: 60) == "1 minute" && Retention.words(age: 7200) == "2 hours")
        #expect(Retention.words(age: 3.5 * day) == "3 days" && Retention.words(age: -5) == "0 minutes")
    }
}
