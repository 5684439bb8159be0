/// An option of libx265 by its name on x265's command line, without the dashes.
package struct X265Option: Hashable, Sendable {
    /// Name, as in `keyint`.
    package let name: String
    /// Value as text; `1` and `0` for on and off.
    package let value: String

    /// Creates an option.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
