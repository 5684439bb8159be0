/// What happens in a run, for those who watch.
package enum BenchEvent: Sendable {
    /// A run begins, or goes on: so many points are done already.
    case began(id: String, points: Int, done: Int)
    /// A clip is a hole.
    case clipMissing(clip: String, BenchHole)
    /// A point is being encoded; counted from 1.
    case encoding(number: Int, of: Int, clip: String, anchor: String, rate: BenchRate, repetition: Int)
    /// It is done.
    case measured(clip: String, anchor: String, rate: BenchRate, BenchMeasurement)
    /// It is a hole.
    case hole(clip: String, anchor: String, rate: BenchRate, BenchHole)
    /// Something was removed, or will not be done.
    case note(String)
}
