extension HierarchyChecker {
    /// Checks the references of a picture and its reference picture set (ISO/IEC 23008-2 8.3.2, 7.4.2.2), and drops the
    /// pictures that are not in the set.
    mutating func checkReferences(
        _ picture: CodedPicture,
        _ orderCount: Int,
        _ sequence: SequenceParameterSet,
        mayMiss: Bool
    ) {
        let bits = sequence.orderCountBits
        let level = picture.header.temporalID
        guard let first = picture.references.first else { return }
        let set = ReferencePictureSet(first, orderCount: orderCount, orderCountBits: bits)
        // The pictures to which slices can really refer: each slice has its own lists.
        var listed: Set<ReferencePictureSet.Name> = []
        for references in picture.references {
            for list in 0..<2 { listed.formUnion(set.list(list, of: references)) }
        }
        // The reference picture set of an IRAP picture is for its leading pictures; it refers to nothing itself.
        for name in picture.header.type.isIRAP ? [] : set.current {
            guard let used = buffer.picture(name, orderCountBits: bits) else {
                if !mayMiss {
                    let words = "it refers to picture \(name.words), which is missing"
                    find(.missingReference, words, orderCount: orderCount, header: picture.header)
                }
                continue
            }
            if let (kind, words) = violation(of: picture.header, using: used, isListed: listed.contains(name)) {
                find(kind, words, orderCount: orderCount, header: picture.header)
            }
        }
        if picture.header.type.isTSA {
            let others = (set.current + set.kept).compactMap { buffer.picture($0, orderCountBits: bits) }
            for other in others where other.level >= level {
                let words =
                    "it is a TSA picture, but its reference picture set has picture \(other.orderCount) "
                    + "of level \(other.level)"
                find(.temporalSubLayerAccess, words, orderCount: orderCount, header: picture.header)
            }
        }
        checkCollocated(picture, set, orderCount, bits)
        buffer.keep(set, orderCountBits: bits)
        checkBuffers(picture, orderCount, sequence)
        note(picture, first)
    }

    /// The rule that a reference to another picture breaks.
    private func violation(
        of header: NALUnitHeader,
        using used: ReferenceBuffer.Picture,
        isListed: Bool
    ) -> (HierarchyFinding.Kind, String)? {
        let level = header.temporalID
        let it = "picture \(used.orderCount) of level \(used.level)"
        if used.level > level {
            return isListed
                ? (.usesHigherLevel, "it can be predicted from \(it)")
                : (.listsHigherLevel, "its reference picture set marks \(it) as used, but no slice has it in its lists")
        }
        if used.level == level, used.header.type.isSubLayerNonReference {
            return (
                .nonReferenceUsed,
                "it uses \(it), whose type \(used.header.type.rawValue) says that it is not a reference"
            )
        }
        if let access = lastAccess[...Int(used.level)].compactMap(\.self).max(), access > used.accessUnit {
            return (.temporalSubLayerAccess, "it uses \(it) from before the TSA picture of access unit \(access)")
        }
        guard used.level == level else { return nil }
        if header.type.isSTSA { return (.stepwiseAccess, "it is an STSA picture and uses \(it)") }
        if let access = lastStepwiseAccess[Int(level)], access > used.accessUnit {
            return (.stepwiseAccess, "it uses \(it) from before the STSA picture of access unit \(access)")
        }
        return nil
    }

    /// Motion vectors must not come from before a picture of level 0 that turns temporal motion vectors off (7.4.7.1).
    private mutating func checkCollocated(
        _ picture: CodedPicture,
        _ set: ReferencePictureSet,
        _ orderCount: Int,
        _ bits: Int
    ) {
        guard let motionBarrier else { return }
        for references in picture.references {
            guard let place = references.collocated else { continue }
            let list = set.list(place.list, of: references)
            guard list.indices.contains(place.index),
                let used = buffer.picture(list[place.index], orderCountBits: bits), used.accessUnit < motionBarrier
            else { continue }
            let words = "it takes motion vectors of picture \(used.orderCount) across access unit \(motionBarrier)"
            return find(.collocated, words, orderCount: orderCount, header: picture.header)
        }
    }

    /// Compares the number of kept pictures with what each level declares.
    private mutating func checkBuffers(_ picture: CodedPicture, _ orderCount: Int, _ sequence: SequenceParameterSet) {
        let layers = sequence.subLayerDescription
        let own = Int(picture.header.temporalID)
        for level in own..<max(layers.count, own) {
            let kept = buffer.pictures.count { $0.level <= level } + 1
            guard let declared = layers.ordering(upTo: level), kept > declared.pictureBuffers else { continue }
            find(
                .buffering,
                "it makes \(kept) kept pictures of level \(level) and below, \(declared.pictureBuffers) are declared",
                orderCount: orderCount,
                header: picture.header
            )
        }
    }

    /// Records the restrictions of a picture on later ones.
    private mutating func note(_ picture: CodedPicture, _ references: SliceReferences) {
        let (type, level) = (picture.header.type, Int(picture.header.temporalID))
        if type.isTSA { lastAccess[level] = result.accessUnits }
        if type.isSTSA { lastStepwiseAccess[level] = result.accessUnits }
        if level == 0, !type.isIDR, !references.usesTemporalMotionVectors { motionBarrier = result.accessUnits }
    }
}

extension ReferencePictureSet.Name {
    /// The name in words.
    fileprivate var words: String {
        switch self {
        case .shortTerm(let count): "\(count)"
        case .longTerm(let count): "\(count) (long-term)"
        case .longTermLow(let low): "with the low bits \(low) (long-term)"
        }
    }
}
