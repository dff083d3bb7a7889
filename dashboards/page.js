"use strict";
// Click a column's head to sort by it; again turns it round. Rows of one major stay together.
for (const table of document.querySelectorAll("table.sortable")) {
  const bodies = [...table.tBodies].map((body, place) => ({ body, place, rows: [...body.rows] }));
  const places = new Map(bodies.flatMap((group) => group.rows).map((row, place) => [row, place]));
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];

  // The first column sorts by the order of the page; what is no number comes last. The minus is a true one, and what is
  // said to be less than a number is less than all that are told.
  const number = (text) => parseFloat(text.replace(/^<.*/, "0").replace("−", "-").replace(/,/g, ""));
  const value = (row, column) => (column === 0 ? -places.get(row) : number(row.cells[column].textContent));
  const compare = (one, other, column, turn) => {
    const [a, b] = [value(one, column), value(other, column)];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return turn * (a - b) || places.get(one) - places.get(other);
  };

  const sort = (column) => {
    const head = heads[column];
    const falling = head.getAttribute("aria-sort") !== "descending";
    const turn = falling ? -1 : 1;
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const first = (group) => group.rows[0];
    for (const group of [...bodies].sort((a, b) => compare(first(a), first(b), column, turn))) {
      const lead = bodies.length > 1 ? group.rows.slice(0, 1) : [];
      const rest = group.rows.slice(lead.length).sort((a, b) => compare(a, b, column, turn));
      group.body.append(...lead, ...rest);
      table.append(group.body);
    }
  };

  heads.forEach((head, column) => {
    const isWords = column > 0 && !head.classList.contains("n");
    if ("fixed" in head.dataset || isWords) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(column));
    head.append(button);
  });
}
