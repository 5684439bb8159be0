import CFFmpeg

/// Makes libavcodec compute alike on every processor: its faster ways of doing sums differ in the last bits from one
/// generation of processors to the next, and encoded sound with them.
enum PortableArithmetic {
    /// Opens something that computes that way for as long as it lives; what is opened afterwards is as fast as ever.
    static func opening<Result>(_ body: () throws(IntakeError) -> Result) throws(IntakeError) -> Result {
        // Codecs choose their ways when they are opened, by flags of the whole process.
        av_force_cpu_flags(0)
        defer { av_force_cpu_flags(-1) }
        return try body()
    }
}
