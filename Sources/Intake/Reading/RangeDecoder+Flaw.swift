/// What can come of a step of decoding.
extension RangeDecoder {
    /// Why a frame cannot be had from this start.
    struct Flaw {
        enum Place {
            /// In a packet: its picture is still to come, if it comes at all.
            case packet
            /// In a picture of the film, which has come out.
            case picture(Int)
            /// Before a picture that has come out: those before it are missing.
            case missing(before: Int)
            /// At the end of the file: no further picture comes out.
            case end
        }

        let place: Place
        let frame: Int?
        let cause: String

        init(_ place: Place, frame: Int?, cause: String) {
            self.place = place
            self.frame = frame
            self.cause = cause
        }
    }

    enum Step {
        case nothing
        case picture(Int)
        case flaw(Flaw)
    }
}
