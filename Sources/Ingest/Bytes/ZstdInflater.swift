import CZstd

/// Decompresses Zstandard data (RFC 8878): any number of frames; skippable ones are ignored.
final class ZstdInflater: Inflater {
    /// Base-2 logarithm of the largest window: 128 MiB, as used by `zstd --ultra -22`. Data made with `--long=28` or
    /// more is refused.
    private static let greatestWindowLog: Int32 = 27
    /// ZSTD_error_frameParameter_windowTooLarge in zstd_errors.h, whose numbers are stable.
    private static let windowTooLarge = 16

    private let stream: OpaquePointer
    /// Bytes of input for the next step: one block, so that an error in a block does not lose the block before it.
    private var wanted: Int
    private(set) var isWhole = false

    init() {
        guard let stream = ZSTD_createDStream() else { preconditionFailure("libzstd has no memory") }
        self.stream = stream
        wanted = ZSTD_initDStream(stream)
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.greatestWindowLog)
    }

    deinit { ZSTD_freeDStream(stream) }

    func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> InflatedPiece {
        if isWhole && input.isEmpty { return InflatedPiece() }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: min(input.count, max(wanted, 1)), pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = ZSTD_decompressStream(stream, &target, &source)
        guard ZSTD_isError(status) == 0 else {
            // The status of an error is its negated code.
            let code = -status
            return InflatedPiece(damage: code == Self.windowTooLarge ? .windowTooLarge : .corrupt)
        }
        wanted = status
        // 0 means that a frame is complete and all its output was returned.
        isWhole = status == 0
        return InflatedPiece(consumed: source.pos, produced: target.pos)
    }
}
