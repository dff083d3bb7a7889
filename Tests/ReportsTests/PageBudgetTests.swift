import Pages
import Testing

@Suite struct PageBudgetTests {
    /// `fitting`: the place of the first budget whose page fits; none does if it is that after the last.
    @Test(arguments: 0...PageBudget.all.count)
    func aPageHasTheLargestBudgetThatKeepsItSmall(fitting: Int) {
        let budgets = PageBudget.all.map { "\($0)" }
        let page = PageBudget.largest { budget in
            let place = budgets.firstIndex(of: "\(budget)") ?? 0
            return "\(place) ".padding(to: PageBudget.pageSize + (place < fitting ? 1 : 0))
        }
        #expect(page.hasPrefix("\(min(fitting, budgets.count - 1)) "))
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String { self + String(repeating: "-", count: count - utf8.count) }
}
