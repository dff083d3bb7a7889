import Simulation

extension History {
    /// A measure of size that decreases with every step of shrinking.
    var size: Int {
        let content = deliveries.reduce(0) { $0 + $1.line.utf8.count }
        return deliveries.count * 10_000 + acts.count * 1_000 + questions.count * 1_000 + content
            + (lastSettings == Settings() ? 0 : 100)
    }

    /// Returns the history without these deliveries, and without files that become empty.
    func withoutDeliveries(_ places: Range<Int>) -> History {
        var history = self
        var place = 0
        history.acts = acts.compactMap { act in
            guard case .ingest(let deliveries, let batchSize) = act else { return act }
            let rest = deliveries.enumerated().filter { !places.contains(place + $0.offset) }.map(\.element)
            place += deliveries.count
            return rest.isEmpty ? nil : .ingest(rest, batchSize: batchSize)
        }
        return history
    }

    /// All histories with one question or act fewer, or with two files merged.
    var withoutParts: [History] {
        let questions = self.questions.indices.map { place in with { $0.questions.remove(at: place) } }
        let acts = self.acts.indices.filter { self.acts[$0].deliveries.isEmpty }.map { place in
            with { $0.acts.remove(at: place) }
        }
        let files = self.acts.indices.dropLast().compactMap { place -> History? in
            guard case .ingest(let first, let batchSize) = self.acts[place],
                case .ingest(let second, _) = self.acts[place + 1]
            else { return nil }
            let both = Act.ingest(first + second, batchSize: batchSize)
            return with { $0.acts.replaceSubrange(place...place + 1, with: [both]) }
        }
        return questions + acts + files
    }

    /// All histories with one simplification: a default setting, a whole batch, or a delivery without an optional part.
    var plainer: [History] {
        let settings = [
            with { $0.settings.zone = .utc }, with { $0.settings.conversion = Settings().conversion },
            with { $0.settings.open = Settings().open }, with { $0.settings.influence = Settings().influence },
        ]
        let acts = self.acts.indices.flatMap { place in
            self.acts[place].plainer.map { plain in with { $0.acts[place] = plain } }
        }
        return settings + acts
    }

    private func with(_ change: (inout History) -> Void) -> History {
        var history = self
        change(&history)
        return history
    }
}

extension History.Act {
    fileprivate var plainer: [History.Act] {
        switch self {
        case .ingest(let deliveries, let batchSize):
            deliveries.indices.flatMap { place in
                deliveries[place].plainer.map { plain in
                    var others = deliveries
                    others[place] = plain
                    return History.Act.ingest(others, batchSize: batchSize)
                }
            } + [.ingest(deliveries, batchSize: 1_000)]
        case .project: [.project(stepSize: 1_000)]
        case .rebuild, .audit, .set, .publish: []
        }
    }
}

extension Delivery {
    /// All deliveries with one simplification.
    fileprivate var plainer: [Delivery] {
        let required = ["status", "notification_id", "experiment", "variant", "answer"]
        let optional = data.keys.filter { !required.contains($0) }
        return [
            with { ($0.occurredAt, $0.sentAt) = (effectiveAt, nil) }, with { $0.offset = 0 },
            with { $0.sequence = nil }, with { $0.appVersion = nil },
            with { $0.receivedAt = $0.effectiveAt + .second },
            with { if $0.os != nil { $0.os = "iOS 17.4" } },
        ] + optional.map { member in with { $0.data[member] = nil } }
    }

    private func with(_ change: (inout Delivery) -> Void) -> Delivery {
        var delivery = self
        change(&delivery)
        return delivery
    }
}
