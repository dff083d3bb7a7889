/// An open file. Closed with its last reference.
package protocol File: AnyObject, Sendable {
    /// Appends at least one of the bytes, and returns how many.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int

    /// Waits until what was appended survives a power cut.
    func synchronize() throws(FileError)
}

extension File {
    /// Appends all bytes. If that fails, a part of them may be in the file.
    func append(_ bytes: [UInt8]) throws(FileError) {
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeBytes { bytes in
                Result { () throws(FileError) in try append(UnsafeRawBufferPointer(rebasing: bytes[count...])) }
            }
            count += try more.get()
        }
    }
}
