import Foundation
import HEIF
import ISOMedia
import Intake
package import Media

/// A still of a film: its frame is found and decoded, encoded by itself, checked by another decoder, and put into a
/// HEIF file with the colour of the film.
package struct FilmStill {
    /// What connects the still with a movie: a UUID in upper case; nil for none.
    var contentIdentifier: String?
    /// An XMP packet about the still, in XML; nil for none.
    package var xmp: String?
    /// Tiles that are encoded at the same time, or threads for a single picture.
    package var workers = 1
    /// Takes each image in order, once it is certain that it is in the file.
    package var tell: (StillResult.Image) -> Void = { _ in }
    let source: SourceDescription
    let request: StillRequest
    let colours: StillColours
    let geometry: StillGeometry
    private let software: String
    /// The conversions of the films to pictures of a size, if a job decides about them.
    private let composed: ((PictureSize) throws -> [PictureConversion])?

    /// Prepares the still of a film that was probed.
    ///
    /// - Parameters:
    ///   - region: the part of its coded pictures that is shown; nil for what the film says.
    ///   - software: the program, for Exif.
    /// - Throws: `WorkError` if the film does not have what is requested.
    package init(
        _ source: SourceDescription,
        _ request: StillRequest,
        region: PictureRegion? = nil,
        software: String
    ) throws {
        self.source = source
        self.request = request
        self.software = software
        colours = try StillColours(source, isToneMapped: request.isToneMapped)
        geometry = try StillGeometry(source, request, region: region)
        composed = nil
    }

    /// Prepares the still of pictures that a job puts together from several films.
    ///
    /// - Parameter composed: the conversions of the films to pictures of a size.
    init(
        _ source: SourceDescription,
        _ request: StillRequest,
        _ colours: StillColours,
        _ geometry: StillGeometry,
        software: String,
        composed: @escaping (PictureSize) throws -> [PictureConversion]
    ) {
        self.source = source
        self.request = request
        self.software = software
        (self.colours, self.geometry, self.composed) = (colours, geometry, composed)
    }

    /// Makes the still.
    package func make() throws -> StillResult {
        let choice = try chooseFrame()
        let last = choice.frame + request.imageCount
        guard last <= source.video.timeline.count else {
            throw stillFailure(
                .usage,
                source.path,
                "\(request.imageCount) frames from frame \(choice.frame) on are more than its "
                    + "\(source.video.timeline.count)",
                "choose fewer, or an earlier frame"
            )
        }
        let codings = try pictures(choice.frame..<last, size: geometry.size).map {
            StillCoding($0, geometry.tiling, colour: colours.target, path: source.path)
        }
        var assembly = StillAssembly(path: source.path)
        assembly.workers = workers
        assembly.tell = { image in
            var image = image
            image.frame = choice.frame + image.index
            tell(image)
        }
        assembly.turn = geometry.turn
        assembly.profile = try colours.keepsProfile ? FilmProbe.colourProfile(of: source) : nil
        if let side = request.thumbnailSide {
            let size = geometry.size.fitting(into: PictureSize(width: side, height: side)).roundedUpToEven
            let tiling = StillTiling(size, tileSide: nil)
            guard let small = try pictures(choice.frame..<choice.frame + 1, size: size).first else { throw noFrame() }
            let thumbnail = StillCoding(small, tiling, colour: colours.target, path: source.path)
            let quantiser = StillAssembly.quantiser(ofQuality: Self.thumbnailQuality)
            var image = try thumbnail.image(quantiser: quantiser, workers: workers)
            image.turn = geometry.turn
            image.profile = assembly.profile
            assembly.rest.thumbnail = image
        }
        var exif = ExifDescription(size: geometry.turn.turned(geometry.size))
        exif.software = software
        exif.contentIdentifier = contentIdentifier
        assembly.rest.exif = exif
        assembly.rest.xmp = xmp
        var still = try assembly.still(codings, request.amount)
        still.choice = choice
        return still
    }

    private static let thumbnailQuality = 60.0

    // MARK: - The frame

    private func chooseFrame() throws -> StillChoice {
        let timeline = source.video.timeline
        switch request.moment {
        case .chosen(let choice): return choice
        case .time(let time):
            guard let frame = timeline.frame(shownAt: time) else {
                let whole = timeline.timeRange
                throw stillFailure(
                    .usage,
                    source.path,
                    "the film has no frame at \(time.seconds) seconds: it lasts from \(whole.start.seconds) to "
                        + "\(whole.end.seconds)",
                    "choose a time in it"
                )
            }
            return StillChoice(frame: frame, reason: "shown at \(time.seconds) seconds")
        case .scene(let number):
            let scan = try scan()
            guard (1...scan.cuts.count).contains(number) else {
                throw stillFailure(
                    .usage,
                    source.path,
                    "the film has \(counted(scan.cuts.count, "scene")) and no scene \(number)",
                    "choose one of them"
                )
            }
            let end = number < scan.cuts.count ? scan.cuts[number] : timeline.count
            let frames = Array(scan.frames[scan.cuts[number - 1]..<end])
            guard let choice = BestFrame.choice(of: frames, cuts: []) else { throw noFrame() }
            return StillChoice(frame: choice.frame, reason: "the best of scene \(number): \(choice.reason)")
        case .best where timeline.count == 1: return StillChoice(frame: 0, reason: "the only frame")
        case .best:
            let scan = try scan()
            guard let choice = BestFrame.choice(of: scan.frames, cuts: scan.cuts) else { throw noFrame() }
            return choice
        }
    }

    private func noFrame() -> WorkError { stillFailure(.badInput, source.path, "it has no frame") }

    /// Measures all frames, and finds the scenes.
    private func scan() throws -> (frames: [BestFrame.Measurement], cuts: [Int]) {
        let reader = try FilmReader(source: source)
        var sharpness: [Int] = []
        let scan = try SceneScout.scan(reader, frames: 0..<source.video.timeline.count) { picture in
            sharpness.append(SharpnessMeter.measure(picture))
        }
        let frames = BestFrame.measurements(scan.activities, sharpness: sharpness)
        return (frames, SceneCuts.cuts(in: scan.activities, timeline: source.video.timeline))
    }

    /// Frames, converted to a size. Odd sides are rounded up, and repeat their last column or row.
    private func pictures(_ frames: Range<Int>, size: PictureSize) throws -> [Picture] {
        let outputs: [PictureConversion]
        if let composed {
            outputs = try composed(size.roundedUpToEven)
        } else {
            var conversion = geometry.conversion(of: source, to: size)
            try colours.apply(to: &conversion, frames: frames)
            outputs = [conversion]
        }
        let sequence = try FilmReader(source: source, outputs: outputs).pictures(in: frames)
        return try frames.map { frame in
            guard let picture = try sequence.next() else { throw noFrame() }
            guard let damage = picture.damage else { return picture }
            throw stillFailure(
                .badInput,
                source.path,
                "frame \(frame) is damaged: \(damage)",
                "choose another frame"
            )
        }
    }
}
