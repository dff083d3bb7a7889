import CZstd

/// Inflates Zstandard data (RFC 8878): one frame after the other, skippable ones passed over.
final class ZstdInflater: Inflater {
    /// 128 MiB, the window of `zstd --ultra -22`: what `--long=28` and more make is not read.
    private static let greatestWindowLog: Int32 = 27
    /// ZSTD_error_frameParameter_windowTooLarge of zstd_errors.h, which is stable.
    private static let windowTooLarge = 16

    private let stream: OpaquePointer
    /// How much input the next step takes: one block, so that an error in a block does not take the one before with it.
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
            // An error's value is its code, negated.
            let code = -status
            return InflatedPiece(damage: code == Self.windowTooLarge ? .windowTooLarge : .corrupt)
        }
        wanted = status
        // 0 means that a frame is complete and all of it was given out.
        isWhole = status == 0
        return InflatedPiece(consumed: source.pos, produced: target.pos)
    }
}
