/// An event of a run, for displays of progress.
package enum BenchEvent: Sendable {
    /// A run begins or continues; `done` points are finished already.
    case began(id: String, points: Int, done: Int)
    /// A clip is a hole.
    case clipMissing(clip: String, BenchHole)
    /// The encode of a point begins; points are counted from 1.
    case encoding(number: Int, of: Int, clip: String, anchor: String, rate: BenchRate, repetition: Int)
    /// A point was measured.
    case measured(clip: String, anchor: String, rate: BenchRate, BenchMeasurement)
    /// A point is a hole.
    case hole(clip: String, anchor: String, rate: BenchRate, BenchHole)
    /// A message about the run, such as which files were removed.
    case note(String)
}
