/// Something that must hold of every input and did not.
package struct BrokenProperty: Error, CustomStringConvertible {
    /// What was found instead.
    package let description: String
}

/// Throws unless a condition holds.
func check(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws(BrokenProperty) {
    guard condition else { throw BrokenProperty(description: otherwise()) }
}
