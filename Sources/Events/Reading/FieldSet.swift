/// A set of fields, in the order of `Field`. Needs no allocation.
struct FieldSet {
    private var bits: UInt32 = 0

    var isEmpty: Bool { bits == 0 }

    mutating func insert(_ field: Field) { bits |= 1 << UInt32(field.rawValue) }

    /// Its fields in their order.
    var fields: [Field] {
        (0..<Field.count).filter { bits >> UInt32($0) & 1 == 1 }.compactMap { Field(rawValue: $0) }
    }
}
