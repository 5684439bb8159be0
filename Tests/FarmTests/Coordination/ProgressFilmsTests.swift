import Coordination
import Testing

@Suite("Progress: text of the display of several films")
struct ProgressFilmsTests {
    private func film(_ name: String, _ share: Double, ended: Bool = false) -> ProgressState {
        ProgressState(
            name: name,
            activity: ended ? "finished" : "encode",
            ranges: ended ? [.done, .done] : [.done, .running],
            doneWork: share * 100,
            totalWork: 100,
            elapsedSeconds: 10,
            hasEnded: ended
        )
    }

    @Test("each film has a line, and the first that has not ended shows its ranges")
    func lines() {
        let films = [film("one", 1, ended: true), film("two", 0.5), film("three", 0.25)]
        let lines = ProgressText(width: 100).lines(films, waitingCount: 2, rows: 24)
        #expect(lines.count == 5)
        #expect(lines[0].hasPrefix("one  finished") && lines[0].contains("100 %"))
        #expect(lines[1].hasPrefix("two  encode") && lines[2] == "■▶")
        #expect(lines[3].hasPrefix("three  encode"))
        #expect(lines[4] == "2 films not begun")
    }

    @Test("films that do not fit on the terminal are counted, those that have ended first", arguments: [4, 6, 10])
    func rows(rows: Int) {
        let films = (0..<20).map { film("film \($0)", $0 < 15 ? 1 : 0.5, ended: $0 < 15) }
        let lines = ProgressText(width: 100).lines(films, waitingCount: 7, rows: rows)
        #expect(lines.count < rows)
        #expect(lines[0].hasPrefix("film 15"))
        #expect(lines.last?.hasPrefix("15 films ended") == true)
        #expect(lines.last?.hasSuffix("7 films not begun") == true)
        let shown = lines.count { $0.hasPrefix("film ") }
        #expect(shown == 5 || lines.last?.contains("\(5 - shown) more in work") == true)
    }

    @Test("when all have ended, no ranges are shown")
    func ended() {
        let lines = ProgressText(width: 100).lines([film("one", 1, ended: true)], waitingCount: 0, rows: 24)
        #expect(lines.count == 1)
    }
}
