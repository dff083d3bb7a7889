import Foundation
#if canImport(os)
import os
#endif

/// The default receiver of diagnostics: the system's log, or standard error if there is none.
enum DiagnosticLog {
    @Sendable static func write(_ diagnostic: Diagnostic) {
        #if canImport(os)
        os_log("Bellwether: %{public}@", type: .error, String(describing: diagnostic))
        #else
        FileHandle.standardError.write(Data("Bellwether: \(diagnostic)\n".utf8))
        #endif
    }
}
