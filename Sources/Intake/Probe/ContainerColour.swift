import CFFmpeg
import Checksums
import ISOMedia
import Media

/// What a container holds of colour beside codes and light: an ICC profile, and the record of Dolby Vision.
struct ContainerColour {
    /// The ICC profile, when it is one that can be carried.
    private(set) var profile: ColourProfile?
    /// What a configuration record says of Dolby Vision.
    let dolbyVision: DolbyVision?
    /// What could not be believed, one line each.
    private(set) var warnings: [String] = []
    /// What is sound and yet not carried, one line each.
    private(set) var leftovers: [String] = []

    /// Reads what boxes say, and of Dolby Vision what FFmpeg found in other containers.
    init(_ demuxer: Demuxer, stream index: Int, entry: VisualSampleEntry?, opening: OpeningPicture) {
        // Safe: the stream is lent by the living demuxer.
        let record = unsafe DolbyVision(sideDataOf: demuxer.stream(index))
        dolbyVision = entry?.dolbyVision?.configuration ?? record
        takeProfile(of: entry)
        if entry?.colourProfile == nil, opening.hasColourProfile {
            leftovers.append("ICC colour profile in the pictures of the video track")
        }
        if let dolbyVision {
            leftovers.append("Dolby Vision metadata of the video track (\(dolbyVision))")
            if dolbyVision.baseLayer == .unsaid {
                warnings.append(
                    "Dolby Vision profile \(dolbyVision.profileName) does not say whether its pictures can be shown "
                        + "without its metadata: Granary believes their colour tags"
                )
            }
        } else if opening.hasDolbyVisionUnits {
            leftovers.append("Dolby Vision metadata of the video track")
            warnings.append(
                "the pictures have Dolby Vision metadata, and the container does not say which profile: if it is 5, "
                    + "their colours differ from their tags, and the colours of the film will be wrong"
            )
        }
    }

    private mutating func takeProfile(of entry: VisualSampleEntry?) {
        do throws(MovieError) {
            guard let profile = try entry?.readProfile() else { return }
            if let obstacle = profile.obstacle {
                leftovers.append("ICC colour profile of the video track (\(profile)): \(obstacle)")
            } else {
                self.profile = ColourProfile(profile)
            }
        } catch {
            warnings.append("the container: \(error.subject): \(error.cause): it is ignored")
        }
    }
}

extension ColourProfile {
    /// What is noted of a profile that was read.
    init(_ profile: ICCProfile) {
        // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
        let sha256 = unsafe SHA256Digest.of(profile.bytes.span.bytes)
        self.init(byteCount: profile.bytes.count, sha256: sha256, words: "\(profile)")
    }
}
