"use strict";
const named = (row) => row.cells[0].firstChild.textContent;
const made = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

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
    head.append(made("button", { type: "button" }, ...head.childNodes));
    head.lastChild.addEventListener("click", () => sort(column));
  });
}

// Above a long table: rows whose name lacks what is typed are hidden, until it is cleared. On paper all are there.
for (const table of document.querySelectorAll(".wide > table")) {
  const rows = [...table.querySelectorAll("tbody tr")];
  if (rows.length <= 12) continue;
  const told = { type: "search", autocomplete: "off", "aria-describedby": table.getAttribute("aria-labelledby") };
  const [input, status] = [made("input", told), made("output", {})];
  const filter = () => {
    const text = input.value.trim().toLowerCase();
    for (const row of rows) row.classList.toggle("out", !named(row).toLowerCase().includes(text));
    for (const body of table.tBodies) body.classList.toggle("out", !body.querySelector("tr:not(.out)"));
    status.textContent = `${rows.filter((row) => !row.matches(".out")).length} of ${rows.length} rows`;
  };
  input.addEventListener("input", filter);
  filter();
  table.parentElement.before(made("div", { class: "filter" }, made("label", {}, "Show rows with", input), status));
}
