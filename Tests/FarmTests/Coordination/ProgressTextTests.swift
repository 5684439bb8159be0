import Coordination
import Foundation
import Testing

@Suite("Progress: text of the display")
struct ProgressTextTests {
    let state = ProgressState(
        name: "sintel",
        activity: "encode",
        pass: 2,
        maximumPasses: 3,
        ranges: [.done, .done, .running, .repeating, .waiting, .requested, .failed],
        repeatedRanges: 2,
        doneWork: 460,
        totalWork: 1000,
        elapsedSeconds: 92,
        framesPerSecond: 12.34,
        bitsPerSecond: 2_481_000
    )

    @Test("the display of a terminal has a bar with numbers, and a cell for each range")
    func bar() {
        #expect(
            ProgressText(width: 100).lines(state) == [
                "sintel  pass 2/3 encode  [━━━━━━━━━━━─────────────]   46 %  12.3 fps  2481 kbit/s  2 again  ETA 1:48",
                "■■▶▷·□✗",
            ]
        )
    }

    @Test("the display of an ASCII terminal uses only ASCII")
    func ascii() {
        let lines = ProgressText(width: 100, isASCII: true).lines(state)
        #expect(lines.joined().utf8.allSatisfy { $0 < 128 })
        #expect(lines[1] == "##>R.rx")
    }

    @Test("no line is wider than the terminal", arguments: [1, 40, 41, 60, 80, 200])
    func width(columns: Int) {
        var long = state
        long.name = String(repeating: "long name ", count: 30)
        long.ranges = Array(repeating: .waiting, count: 5000)
        for line in ProgressText(width: columns).lines(long) { #expect(line.count <= max(40, columns)) }
    }

    @Test("a cell of several ranges shows the most important state")
    func groups() {
        var long = state
        long.ranges = Array(repeating: .done, count: 4000)
        long.ranges[2000] = .failed
        long.ranges[10] = .running
        let strip = ProgressText(width: 40).lines(long)[1]
        #expect(strip == "▶" + String(repeating: "■", count: 19) + "✗" + String(repeating: "■", count: 19))
    }

    @Test("a log gets one line, and control characters of a name are replaced")
    func plain() {
        #expect(
            ProgressText().line(state)
                == "sintel: pass 2/3 encode, 46 %, 2 of 7 ranges, 12.3 fps, 2481 kbit/s, 2 again, ETA 1:48"
        )
        let scout = ProgressState(name: "a\u{1B}[2Jb", activity: "scout", totalWork: 10)
        #expect(ProgressText().lines(scout)[0].hasPrefix("a?[2Jb  scout"))
    }

    @Test("the remaining time is estimated from the work of this run only")
    func estimate() throws {
        var resumed = state
        resumed.workDoneBefore = 400
        #expect(try #require(state.remainingSeconds) == 540 * 92 / 460)
        #expect(try #require(resumed.remainingSeconds) == 540 * 92 / 60)
        resumed.workDoneBefore = 460
        #expect(resumed.remainingSeconds == nil)
        #expect(ProgressText().line(resumed).hasSuffix("ETA -:--"))
    }

    @Test("100 % is only shown when all work is done, with the elapsed time")
    func end() {
        var late = state
        late.doneWork = 999.9
        #expect(ProgressText().line(late).contains("99 %"))
        late.doneWork = 1000
        #expect(ProgressText().line(late).hasSuffix("100 %, 2 of 7 ranges, 12.3 fps, 2481 kbit/s, 2 again, took 1:32"))
    }

    @Test("a failed job shows its elapsed time instead of a remaining time")
    func failure() {
        var failed = state
        failed.hasEnded = true
        #expect(ProgressText().line(failed).hasSuffix("46 %, 2 of 7 ranges, 12.3 fps, 2481 kbit/s, 2 again, took 1:32"))
    }

    @Test("a plain display prints a line at every new pass, at the end, and after some seconds")
    func plainPace() {
        var next = state
        #expect(ProgressText.isWorthALine(state, after: nil, everySeconds: 10))
        #expect(!ProgressText.isWorthALine(next, after: state, everySeconds: 10))
        next.elapsedSeconds += 10
        #expect(ProgressText.isWorthALine(next, after: state, everySeconds: 10))
        next.elapsedSeconds = state.elapsedSeconds
        next.pass = 3
        #expect(ProgressText.isWorthALine(next, after: state, everySeconds: 10))
        next.pass = 2
        next.doneWork = 1000
        #expect(ProgressText.isWorthALine(next, after: state, everySeconds: 10))
    }

    @Test(
        "times are written as hours, minutes and seconds",
        arguments: [
            (0.0, "0:00"), (59.6, "1:00"), (754, "12:34"), (3723, "1:02:03"), (.infinity, "-:--"), (-1, "-:--"),
        ]
    )
    func clock(seconds: Double, text: String) {
        #expect(ProgressText.clock(seconds: seconds) == text)
    }

    @Test("numbers that are not finite are left out of the display")
    func oddNumbers() {
        var odd = state
        odd.framesPerSecond = .nan
        odd.bitsPerSecond = .infinity
        odd.totalWork = 0
        let head = ProgressText().lines(odd)[0]
        #expect(!head.contains("fps") && !head.contains("kbit/s") && head.contains("ETA -:--"), "\(head)")
    }

    @Test("a rate of 0 is not shown, and one range is written in the singular")
    func nothingYet() {
        let beginning = ProgressState(
            name: "sintel",
            activity: "encode",
            pass: 2,
            maximumPasses: 3,
            ranges: [.running],
            totalWork: 10,
            framesPerSecond: 0,
            bitsPerSecond: 0
        )
        #expect(ProgressText().line(beginning) == "sintel: pass 2/3 encode, 0 %, 0 of 1 range, ETA -:--")
        #expect(!ProgressText().lines(beginning).joined().contains("kbit/s"))
    }
}
