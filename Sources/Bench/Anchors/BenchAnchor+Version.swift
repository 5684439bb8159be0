package import Jobs

extension BenchAnchor {
    /// The version that the encoding program reports; nil if it is not installed or reports none.
    package func version(_ programs: BenchPrograms, builds: BuildIdentity) -> String? {
        switch kind {
        case .x265TwoPass, .x265Factor, .chunkedTwoPass, .chunkedFactor: return programs.version(of: .x265)
        case .ffmpegTwoPass: return programs.version(of: .ffmpeg)
        case .x264TwoPass: return programs.version(of: .x264)
        case .granary: return "granary \(builds.granary), \(builds.encoder)"
        case .template:
            guard let words = template?.version, let name = words.first,
                let path = try? programs.path(ofTemplate: name)
            else { return nil }
            return BenchPrograms.firstLine(of: BenchCommand(path, Array(words.dropFirst())))
        }
    }

    /// The anchor's entry in a record.
    package func record(_ programs: BenchPrograms, builds: BuildIdentity) -> BenchAnchorRecord {
        BenchAnchorRecord(
            name: name,
            title: title,
            role: role,
            kind: kind.rawValue,
            settings: settings,
            version: version(programs, builds: builds)
        )
    }
}
