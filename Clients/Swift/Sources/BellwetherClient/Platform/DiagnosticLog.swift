import Foundation
#if canImport(os)
import os
#endif

/// The system's log, where diagnostics go by default.
enum DiagnosticLog {
    @Sendable static func write(_ diagnostic: Diagnostic) {
        #if canImport(os)
        os_log("Bellwether: %{public}@", type: .error, String(describing: diagnostic))
        #else
        FileHandle.standardError.write(Data("Bellwether: \(diagnostic)\n".utf8))
        #endif
    }
}
