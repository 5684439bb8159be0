/// What the pictures of several films become together: one frame, one set of colours, one depth.
///
/// Films that agree stay as they are. It is a pure function of their descriptions, so that probe, job and report say
/// the same.
package struct FilmComposition: Hashable, Sendable {
    /// How the pictures of the whole are described.
    package let video: VideoTrack
    /// Whether each picture is placed in a frame, because the films differ in shape or the user says how they fit.
    package let isPlaced: Bool
    /// The decision about colours.
    package let colour: ComposedColour

    /// Composes films. Precondition: there is at least one.
    ///
    /// - Parameter timeline: the times of the whole.
    package init(_ films: [SourceDescription], timeline: FrameTimeline) {
        precondition(!films.isEmpty, "a source has at least one film")
        let tracks = films.map(\.video)
        isPlaced =
            films.contains { $0.fit != nil || $0.isEnlarged == true }
            || tracks.contains { !$0.hasShape(of: tracks[0]) }
        colour = ComposedColour(
            tracks.map { (colour: $0.colourAsYCbCr, hasMasteringDisplay: $0.masteringDisplay != nil) }
        )
        var video = tracks[0]
        video.timeline = timeline
        video.stretches = nil
        video.dynamicMetadata = nil
        video.codec = tracks.map(\.codec).unique.joined(separator: ", ")
        video.sourcePixelFormat = tracks.map(\.sourcePixelFormat).unique.joined(separator: ", ")
        video.chromaSampling = tracks.map(\.chromaSampling).first { $0 != "4:2:0" } ?? video.chromaSampling
        video.sourceBitDepth = tracks.compactMap(\.sourceBitDepth).max()
        video.colourWarnings = tracks.flatMap(\.colourWarnings).unique
        video.isInterlaced = tracks.contains(where: \.isInterlaced)
        video.language = Self.common(tracks.map(\.language)) ?? "und"
        video.openingColour = Self.common(tracks.map(\.openingColour)) ?? nil
        if tracks.contains(where: { $0.format == .yuv420p10 }) { video.format = .yuv420p10 }
        if isPlaced, let frame = tracks[0].shownSize {
            video.size = frame
            (video.pixelAspect, video.displayMatrix, video.cleanAperture) = (.square, nil, nil)
        }
        Self.composeColour(of: tracks, colour, in: &video)
        self.video = video
    }

    private static func composeColour(of tracks: [VideoTrack], _ composed: ComposedColour, in video: inout VideoTrack) {
        let isAllRGB = tracks.allSatisfy { $0.isRGB == true } && !composed.isMixed
        if !isAllRGB {
            video.isRGB = nil
            video.colour = composed.colour
        }
        if composed.colour.isHDR, composed.isMixed { video.format = .yuv420p10 }
        // What describes the light of a film holds for the whole only if it holds for all films of its colours.
        let alike = tracks.filter { $0.colourAsYCbCr.isAlike(to: composed.colour) }
        video.masteringDisplay = common(alike.compactMap(\.masteringDisplay))
        video.contentLight = composed.isMixed ? nil : ContentLight(ofFilms: tracks.map(\.contentLight))
        video.ambientViewing = common(tracks.map(\.ambientViewing)) ?? nil
        video.preferredTransfer = common(tracks.map(\.preferredTransfer)) ?? nil
        video.chromaLocation = common(tracks.map(\.chromaLocation)) ?? nil
        video.colourProfile = common(tracks.map(\.colourProfile)) ?? nil
        video.dolbyVision = common(tracks.map(\.dolbyVision)) ?? nil
    }

    /// The value that all have; nil if they differ.
    private static func common<Value: Equatable>(_ values: [Value]) -> Value? {
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

}

extension VideoTrack {
    /// The colours of the pictures once RGB has become Y'CbCr, which then has limited range.
    package var colourAsYCbCr: ColourDescription {
        guard isRGB == true else { return self.colour }
        var converted = self.colour
        (converted.matrix, converted.isFullRange) = (self.colour.matrixOfRGB, false)
        return converted
    }

    /// Whether pictures have the same size and are shown in the same way.
    package func hasShape(of other: VideoTrack) -> Bool {
        size == other.size && pixelAspect == other.pixelAspect && displayMatrix == other.displayMatrix
            && cleanAperture == other.cleanAperture
    }
}

extension ContentLight {
    /// The levels of films that are played one after the other: those of the brightest. Nil if one is unknown.
    fileprivate init?(ofFilms films: [ContentLight?]) {
        let known = films.compactMap { $0 }.filter(\.isKnown)
        guard known.count == films.count, let brightest = known.map(\.maximumContentLightLevel).max(),
            let average = known.map(\.maximumFrameAverageLightLevel).max()
        else { return nil }
        // Some declare one of the levels only.
        func isWhole(_ level: KeyPath<ContentLight, UInt16>) -> Bool { known.allSatisfy { $0[keyPath: level] != 0 } }
        self.init(
            maximumContentLightLevel: isWhole(\.maximumContentLightLevel) ? brightest : 0,
            maximumFrameAverageLightLevel: isWhole(\.maximumFrameAverageLightLevel) ? average : 0
        )
    }
}
