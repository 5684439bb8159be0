package import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs: after 20 minutes.
    ///
    /// No other time limit is sensible. Tests run side by side, and the time of a test includes its waits for the
    /// others.
    package static var doesNotHang: Self { .timeLimit(.minutes(20)) }
}
