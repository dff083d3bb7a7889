/// A file that was created for appending. Closed with its last reference.
package protocol File: AnyObject, Sendable {
    /// Appends at least one of the bytes, and returns how many.
    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int

    /// Waits until what was appended survives a power cut.
    func synchronize() throws(FileError)
}
