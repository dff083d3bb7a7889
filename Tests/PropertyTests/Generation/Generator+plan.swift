import Projections
import Simulation

extension Generator {
    /// Returns a second delivery of an event: identical, with times written at another UTC offset, with another
    /// `sent_at` and receipt, or with different contents.
    mutating func copy(of first: Delivery) -> Delivery {
        var copy = first
        switch random.whole(0..<5) {
        case 0: copy.offset = random.pick([0, 540, -330])
        case 1, 2:
            copy.receivedAt += random.pick([.second, .hour, 10 * .day, -.hour])
            copy.sentAt = random.happens(0.5) ? copy.receivedAt + random.pick(Boundaries.clockErrors) : nil
        case 3:
            copy.os = copy.os.map { _ in "iOS 17.4" }
            copy.sequence = nil
            if copy.data["campaign"] != nil { copy.data["campaign"] = "other" }
        default: break
        }
        return copy
    }

    /// Returns a plan: all deliveries in random order and batches, interspersed with projections, rebuilds, audits,
    /// repeated files and changes of settings. Stragglers come last, after all others are projected.
    mutating func plan(_ deliveries: [Delivery], _ stragglers: [Delivery]) -> [History.Act] {
        let files = files(of: shuffled(deliveries))
        var acts: [History.Act] = []
        for file in files {
            acts.append(.ingest(file, batchSize: random.pick([1, 4, 1_000, 1_000])))
            if random.happens(0.5) { acts.append(.project(stepSize: random.pick([1, 1_000, 1_000]))) }
            acts += interlude(files)
        }
        if !stragglers.isEmpty { acts += [.project(stepSize: 1_000), .ingest(stragglers, batchSize: 1_000)] }
        return random.happens(0.4) ? acts + [.audit(Projection.all.map(\.name))] : acts
    }

    private mutating func interlude(_ files: [[Delivery]]) -> [History.Act] {
        switch random.whole(0..<25) {
        case 0: [.ingest(random.pick(files), batchSize: 2)]
        case 1: [.ingest(shuffled(random.pick(files)), batchSize: 1_000)]
        case 2: [.rebuild(Projection.all.map(\.name))]
        case 3: [.rebuild([random.pick(Projection.all.map(\.name))])]
        case 4: [.audit([random.pick(Projection.all.map(\.name))])]
        case 5: [.set(Self.settings(&random))]
        default: []
        }
    }

    /// Splits the deliveries into files at random places. Of two copies that differ, the second is in a later file.
    private mutating func files(of deliveries: [Delivery]) -> [[Delivery]] {
        let evenness = random.pick([0.05, 0.2, 0.5])
        return deliveries.reduce(into: []) { files, delivery in
            let mustCut = files.isEmpty || (files[files.count - 1] + [delivery]).haveDifferingCopies
            if mustCut || random.happens(evenness) { files.append([]) }
            files[files.count - 1].append(delivery)
        }
    }

    private mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for place in elements.indices.reversed() { elements.swapAt(place, random.whole(0..<place + 1)) }
        return elements
    }

    /// Returns three questions: the default report, a report on all days, and a report at another horizon, usually at
    /// the limit of a window. A third of the last has the default first day, a third is of one day. Some have a minimum
    /// cell.
    mutating func questions(_ deliveries: [Delivery]) -> [History.Question] {
        let days = deliveries.map { settings.zone.truth.day(of: $0.effectiveAt) }
        let first = days.min()! - 2
        let last = max(first, deliveries.map { settings.zone.truth.day(of: $0.receivedAt) }.max()!)
        let minimumCells = isCrowded ? [2, 2, 3] : [0, 0, 2, 3]
        let minimumCell = random.pick(minimumCells)
        let (asOf, to) = (horizon(deliveries), random.pick([last, last, random.pick(days)]))
        let firsts = [nil, first, min(to, settings.zone.truth.day(of: asOf))]
        return [
            History.Question(),
            History.Question(from: first, to: last + 1, minimumCell: minimumCell),
            History.Question(asOf: asOf, from: firsts[deliveries.count % 3], to: to),
        ]
    }

    /// Inserts the publication of some reports at random places, of the default range, that of a question or one day,
    /// which leaves the other days as published before; the reports at the end list what has changed since.
    mutating func publish(_ history: inout History) {
        for _ in 0..<random.pick([1, 1, 2, 3]) {
            let asked = random.pick(history.questions)
            let day = settings.zone.truth.day(of: random.pick(history.deliveries).effectiveAt)
            let ranges: [(Int?, Int?)] = [(nil, nil), (asked.from, asked.to), (day, day)]
            let (from, to) = random.pick(ranges)
            let question = History.Question(from: from, to: to, minimumCell: asked.minimumCell)
            history.acts.insert(.publish(question), at: random.whole(0..<history.acts.count + 1))
        }
    }

    /// Returns the time of a receipt or of the end of a window.
    mutating func horizon(_ deliveries: [Delivery]) -> Microseconds {
        let delivery = pickByType(deliveries)
        let window = random.pick(Boundaries.windows(of: delivery.type, settings))
        let edge = random.happens(0.3) ? delivery.receivedAt : delivery.effectiveAt + Microseconds(window) * .second
        return edge + random.pick([0, 0, 0, -1, 1])
    }

    /// Returns a random delivery; each type is equally likely.
    mutating func pickByType(_ deliveries: [Delivery]) -> Delivery {
        let type = random.pick(Set(deliveries.map(\.type)).sorted())
        return random.pick(deliveries.filter { $0.type == type })
    }
}
