package import Media

extension ResolvedJob {
    /// What the film carries from the source besides pictures, one line each, for the report.
    package func carried(of source: SourceDescription) -> [String] {
        audioLines(source) + textLines(source) + pictureLines(source.video)
    }

    private func audioLines(_ source: SourceDescription) -> [String] {
        let encoded = encodedAudio(of: source)
        return carriedAudio(of: source).map { index in
            let track = source.audio[index]
            let how = encoded.contains(index) ? "encoded as AAC" : "copied bit for bit"
            return
                "audio track \(index) (\(track.codec), \(track.language), "
                + "\(counted(track.channelCount, "channel"))): \(how)"
        }
    }

    private func textLines(_ source: SourceDescription) -> [String] {
        var lines: [String] = []
        for track in source.subtitles ?? [] where track.isCarried && track.textCount > 0 {
            lines.append(
                "subtitle track \(track.streamIndex) (\(track.codec), \(track.language)): "
                    + "\(counted(track.textCount, "text")) as timed text"
            )
        }
        if let chapters = source.chapters, !chapters.isEmpty { lines.append(counted(chapters.count, "chapter")) }
        if source.timecode != nil { lines.append("the timecode of the first frame") }
        if let metadata = source.metadata, !metadata.isEmpty {
            lines.append("metadata: \(metadata.map(\.key).joined(separator: ", "))")
        }
        return lines
    }

    private func pictureLines(_ video: VideoTrack) -> [String] {
        var lines: [String] = []
        if encoder.masteringDisplay != nil { lines.append("the mastering display") }
        if encoder.ambientViewing != nil { lines.append("the ambient light") }
        if video.colourProfile != nil, colours == nil { lines.append("the colour profile") }
        if keptMetadata.fromSource.hdr10Plus { lines.append("HDR10+ of each picture") }
        if keptMetadata.dolbyVision { lines.append("the Dolby Vision RPU of each picture") }
        if video.displayMatrix != nil { lines.append("the rotation of the picture") }
        if encoder.pixelAspect != .square {
            lines.append("the pixel aspect \(encoder.pixelAspect.horizontal):\(encoder.pixelAspect.vertical)")
        }
        return lines
    }

    /// Every resolved setting, by its manifest key.
    package var settings: [(key: String, value: String)] {
        func seconds(_ time: MediaTime) -> String { "\(Quantity.words(time.seconds))s" }
        let frameRate = Double(encoder.frameRate.frames) / Double(encoder.frameRate.seconds)
        var rows: [(key: String, value: String)] = [
            ("video.size", "\(encoder.size)"),
            ("video.bitDepth", "\(encoder.format.bitDepth)"),
            ("video.speed", encoder.speed),
            ("video.tune", encoder.tune),
            ("video.rate", "\(rate)"),
            ("video.optimize", optimize?.rawValue ?? "balanced"),
            (
                "video.keyFrameInterval",
                "\(counted(encoder.keyFrameInterval, "frame")), "
                    + "\(Quantity.words(Double(encoder.keyFrameInterval) / max(frameRate, 0.001)))s"
            ),
            ("video.temporal.levels", "\(encoder.temporalLevels)"),
            ("video.colour", "\(encoder.colour)"),
            ("video.dynamicMetadata", keptMetadata.isEmpty ? "drop" : "\(keptMetadata)"),
            ("video.hrd", "\(encoder.declaresBuffer)"),
        ]
        if let toneMap = (colours ?? []).lazy.compactMap(\.toneMap).first {
            rows.append(("video.toneMap", toneMap.rawValue))
        }
        if let buffer = encoder.buffer { rows.append(("video.rate.maximum", "\(buffer)")) }
        if !encoder.options.isEmpty {
            let options = encoder.options.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            rows.append(("video.options", "{\(options.joined(separator: ", "))}"))
        }
        rows += [
            ("passes.maximum", "\(passes.maximum)"),
            ("passes.tolerance", "\(Quantity.words(passes.tolerance * 100))%"),
            ("passes.budget", "\(Quantity.words(passes.budget * 100))%"),
            ("ranges.minimum", seconds(ranges.minimum)),
            ("ranges.maximum", seconds(ranges.maximum)),
            ("ranges.sceneCuts", "\(ranges.sceneCuts)"),
            ("onLoss", onLoss.rawValue),
            ("verify", verification.rawValue),
        ]
        return rows
    }
}
