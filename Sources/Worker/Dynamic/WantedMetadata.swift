import HEVC
import Intake
import Jobs
import Media

/// The dynamic HDR metadata that the frames of a job's film are to have, before anything is rewritten: that of the
/// source's packets, of files, and HDR10+ that is made from the light of scenes.
struct WantedMetadata {
    private let source: SourceDescription
    private let kept: KeptMetadata
    /// The message of HDR10+ of each frame; empty if none is made.
    private let messages: [[UInt8]]

    /// Prepares the metadata of a job.
    ///
    /// - Parameter findings: what the scout measured; read if HDR10+ is made from it and it is nil.
    init(_ site: WorkSite, _ findings: ScoutFindings? = nil) throws {
        source = site.source
        kept = site.job.keptMetadata
        messages = kept.measuresHDR10Plus ? Self.messages(try findings ?? ScoutFindings(site)) : []
    }

    /// All frames of a scene have the same message, so that no display changes its curve within one.
    private static func messages(_ findings: ScoutFindings) -> [[UInt8]] {
        let lights = findings.distributions
        let starts = [0] + findings.cuts.filter { $0 > 0 }
        return zip(starts, starts.dropFirst() + [lights.count]).flatMap { start, end in
            var scene = SceneLight()
            for light in lights[start..<end] { scene.add(light) }
            let message = scene.distribution.map { HDR10PlusMessage(measured: $0).payload } ?? []
            return [[UInt8]](repeating: message, count: end - start)
        }
    }

    /// Passes on the metadata of each frame once, as `DynamicMetadataReader`, whose errors it throws.
    func forEachFrame(_ body: (FrameMetadata) throws -> Void) throws {
        guard kept.measuresHDR10Plus else {
            return try DynamicMetadataReader(source, keeping: kept).forEachFrame(body)
        }
        guard kept.dolbyVision else {
            for frame in 0..<source.video.timeline.count {
                try body(measured(FrameMetadata(frame: frame, metadata: DynamicMetadata())))
            }
            return
        }
        try DynamicMetadataReader(source, keeping: kept.fromSource).forEachFrame { try body(measured($0)) }
    }

    /// A record with the message that is made for its frame.
    private func measured(_ record: FrameMetadata) -> FrameMetadata {
        var record = record
        (record.metadata.hdr10Plus, record.isInherited) = (messages[record.frame], false)
        return record
    }
}
