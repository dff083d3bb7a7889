/// Writes bytes into memory of a fixed size. Appending to an array takes longer, because it checks each time whether the array is
/// shared.
package struct ByteWriter {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes so far, even if they did not fit.
    var count = 0

    /// Passes the bytes that `write` writes to `use`. Calls `write` again if they are more than `capacity`.
    static func withBytes<Result>(
        _ capacity: Int, _ write: (inout ByteWriter) -> Void, _ use: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let (result, count): (Result?, Int) = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
            var writer = ByteWriter(memory: $0)
            write(&writer)
            return (writer.count <= capacity ? use(UnsafeBufferPointer(rebasing: writer.bytes)) : nil, writer.count)
        }
        return result ?? withBytes(count, write, use)
    }

    /// Returns the bytes that `write` writes.
    static func bytes(_ capacity: Int = 768, _ write: (inout ByteWriter) -> Void) -> [UInt8] {
        withBytes(capacity, write) { Array($0) }
    }

    /// The bytes that fit.
    var bytes: Slice<UnsafeMutableBufferPointer<UInt8>> { memory.prefix(count) }

    mutating func append(_ byte: UInt8) {
        if count < memory.count { memory[count] = byte }
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if count + bytes.count <= memory.count, let first = bytes.baseAddress, let start = memory.baseAddress {
            (start + count).update(from: first, count: bytes.count)
        }
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: some Collection<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append($0) }) == nil { bytes.forEach { append($0) } }
    }

    /// Writes the digits of a number before a position, over zeros.
    @inline(__always)
    mutating func put(_ number: UInt64, radix: UInt64 = 10, letters: UInt8 = UInt8(ascii: "a"), before end: Int) {
        guard end <= memory.count else { return }
        var (rest, place) = (number, end)
        while rest > 0 {
            place -= 1
            let digit = UInt8(truncatingIfNeeded: rest % radix)
            memory[place] = digit < 10 ? UInt8(ascii: "0") + digit : letters + digit - 10
            rest /= radix
        }
    }
}
