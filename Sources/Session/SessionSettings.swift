import Checksums
import Encoding
import Foundation
package import Jobs
package import Media
import Platform
package import Storage

/// What a session encodes, and how well: an immutable value.
package struct SessionSettings: Hashable, Sendable, Codable {
    /// Settings of the encoder.
    package var encoder: EncoderSettings
    /// The goal of the whole film. A quality goal must be in a metric that the encoder measures.
    package var goal: RateGoal
    /// Most passes, the accepted miss of the goal, and the share of the film that further passes may encode again.
    package var passes: PassLimits
    /// Shortest distance in frames of the IDR pictures that the session chooses at scene cuts, at least 1.
    package var shortestKeyFrameInterval: Int
    /// Names the source, so that a storage of another one is refused; empty if the client checks that itself.
    package var source: String

    /// No session has more passes.
    static let mostPasses = 1000

    /// Creates settings.
    package init(
        encoder: EncoderSettings,
        goal: RateGoal,
        passes: PassLimits,
        shortestKeyFrameInterval: Int = 48,
        source: String = ""
    ) {
        self.encoder = encoder
        self.goal = goal
        self.passes = passes
        self.shortestKeyFrameInterval = shortestKeyFrameInterval
        self.source = source
    }

    /// True if the session needs a storage and several passes: a constant rate factor needs no more than one.
    var hasPasses: Bool {
        if case .constantRateFactor = goal { return false }
        return passes.maximum > 1
    }

    /// True if an analysis also measures its distortion.
    var measuresAnalysis: Bool {
        if case .quality = goal { return true }
        return false
    }

    /// Throws for settings that no session can have.
    func check() throws(SessionError) {
        func refusal(_ cause: String) -> SessionError {
            SessionError(.refusedSettings, attempted: "create a session", subject: "its settings", cause: cause)
        }
        guard shortestKeyFrameInterval > 0 else {
            throw refusal("key frames at least \(shortestKeyFrameInterval) frames apart")
        }
        guard (1...Self.mostPasses).contains(passes.maximum), passes.tolerance >= 0, passes.budget >= 0 else {
            throw refusal("the limits of passes are not from 1 to \(Self.mostPasses), or are negative")
        }
        if case .quality(let goal) = goal, !goal.metric.isOfEncoder {
            throw refusal("the encoder does not measure \(goal.metric.name)")
        }
    }

    /// The identity of a storage or silo for these settings.
    ///
    /// - Parameters:
    ///   - timeRange: the time of the film that the store covers.
    ///   - build: the build of Granary.
    package func identity(of timeRange: TimeRange, build: String) throws -> StoreIdentity {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var unnamed = self
        unnamed.source = ""
        let canonical = [UInt8](try encoder.encode(unnamed))
        return StoreIdentity(
            // Safe: all bytes of an array of integers are initialised, and the call does not keep them.
            jobHash: String(unsafe SHA256Digest.of(canonical.span.bytes).prefix(16)),
            sourceHash: source,
            granaryBuild: build,
            encoderBuild: X265Library.buildName,
            readerBuild: "",
            range: 0,
            pass: 1,
            // The number of frames is not known before the first pass has ended.
            frames: 0..<RangeResult.mostFrames,
            timeRange: timeRange
        )
    }
}
