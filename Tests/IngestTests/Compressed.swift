import CZlib
import CZstd
import Foundation

extension Data {
    /// Returns the bytes as one gzip member.
    func gzipped(level: Int32 = 6) -> Data {
        var stream = z_stream()
        deflateInit2_(
            &stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(count))) + 32)
        var input = [UInt8](self)
        let written = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
                return output.count - Int(stream.avail_out)
            }
        }
        return Data(output[..<written])
    }

    /// Returns the bytes as one Zstandard frame with a checksum.
    func zstandard(level: Int32 = 3, windowLog: Int32 = 0) -> Data {
        let context = ZSTD_createCCtx()
        defer { ZSTD_freeCCtx(context) }
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, windowLog == 0 ? 1 : 0)
        if windowLog > 0 { ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog) }
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(count) + 64)
        let written = withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
                var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
                // Flushed before the end, so the size is unknown and the frame declares the requested window.
                if windowLog > 0 {
                    _ = ZSTD_compressStream2(context, &target, &source, ZSTD_e_flush)
                }
                _ = ZSTD_compressStream2(context, &target, &source, ZSTD_e_end)
                return target.pos
            }
        }
        return Data(output[..<written])
    }

    /// Writes the bytes to a file and returns its path.
    func write(to folder: String, _ name: String) throws -> String {
        let path = folder + "/" + name
        try write(to: URL(fileURLWithPath: path))
        return path
    }
}

/// The compression formats that are tested.
enum Packing: CaseIterable {
    case gzip
    case zstd

    var ending: String { self == .gzip ? ".gz" : ".zst" }

    func pack(_ data: Data) -> Data { self == .gzip ? data.gzipped() : data.zstandard() }
}
