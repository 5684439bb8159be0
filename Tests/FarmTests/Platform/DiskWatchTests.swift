import Foundation
import Glibc
import Media
import TestSupport
import Testing

@testable import Platform

@Suite("A process that waits for a file itself", .temporaryFolder)
struct DiskWatchTests {
    private typealias Look = LongCalls.Look

    @Test("is reported when its call takes too long, and again at the same interval")
    func patience() {
        var calls = LongCalls(patienceSeconds: 30)
        var told: [String] = []
        for second in stride(from: 0.0, through: 70, by: 2) {
            let threads = ["7": Look(call: "read 3", ticks: 5)]
            told += calls.look(threads, atSeconds: second).map { "\($0.thread) at \(second) after \($0.seconds)" }
        }
        #expect(told == ["7 at 30.0 after 30", "7 at 60.0 after 60"])
    }

    @Test("is not reported if it continues: with another call, with none, or with the same call repeatedly")
    func progress() {
        for way in ["other", "none", "busy"] {
            var calls = LongCalls(patienceSeconds: 30)
            for second in stride(from: 0.0, through: 100, by: 2) {
                let (isOdd, number) = (Int(second) % 20 == 0, Int(second))
                let look =
                    switch way {
                    case "other": isOdd ? Look(call: "read 4", ticks: 0) : Look(call: "read 3", ticks: 0)
                    case "none": isOdd ? nil : Look(call: "read 3", ticks: 0)
                    default: Look(call: "read 3", ticks: number)
                    }
                let told = calls.look(look.map { ["7": $0] } ?? [:], atSeconds: second)
                #expect(told.isEmpty, "\(way) at \(second)")
            }
        }
    }

    @Test("is reported with the file's path only while one of its threads waits")
    func ownThread() async throws {
        let path = TemporaryFolder.current.appending(path: "hung disk").path
        // Safe: the path is a C string for the duration of each call.
        let (holder, waiter) = unsafe (open(path, O_RDWR | O_CREAT, 0o600), open(path, O_RDWR))
        try #require(holder >= 0 && waiter >= 0 && flock(holder, LOCK_EX) == 0)
        let notes = Locked<[String]>([])
        DiskWatch.start(patienceSeconds: 0.5, intervalSeconds: 0.2) { note in notes.withLock { $0.append(note) } }
        let isThrough = Locked(false)
        let thread = Thread {
            flock(waiter, LOCK_EX)
            isThrough.withLock { $0 = true }
        }
        thread.start()
        func mine() -> [String] { notes.withLock { $0 }.filter { $0.hasSuffix("this process waits for \(path)") } }
        #expect(try await ShellChild.wait { mine().count > 1 })
        flock(holder, LOCK_UN)
        #expect(try await ShellChild.wait { isThrough.withLock { $0 } })
        try await Task.sleep(for: .milliseconds(500))
        let count = mine().count
        try await Task.sleep(for: .milliseconds(1200))
        #expect(mine().count == count)
        for file in [holder, waiter] { close(file) }
    }
}
