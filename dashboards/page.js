"use strict";
const named = (row) => row.cells[0].firstChild.textContent;
const made = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

// Marks the rows of a table after the fifth, which phones show on demand.
const fold = (table) =>
  [...table.querySelectorAll("tbody tr")].forEach((row, place) => row.classList.toggle("more", place >= 5));

// Sorts a table by clicks on column headings; a second click reverses the order. Rows of one major version stay together.
for (const table of document.querySelectorAll("table.sortable")) {
  const bodies = [...table.tBodies].map((body, place) => ({ body, place, rows: [...body.rows] }));
  const places = new Map(bodies.flatMap((group) => group.rows).map((row, place) => [row, place]));
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];

  // The first column sorts by the original order; cells without a number come last. Pages use the character U+2212 as minus,
  // and "< 0.001" for small values, which sort as 0. Days, such as "27 Apr 2026", sort by time.
  const isDay = /^\d+ [A-Z][a-z]{2} \d{4}$/;
  const number = (text) =>
    isDay.test(text) ? Date.parse(text) : parseFloat(text.replace(/^<.*/, "0").replace("−", "-").replace(/,/g, ""));
  const value = (row, column) => (column === 0 ? -places.get(row) : number(row.cells[column]?.textContent ?? ""));
  const compare = (one, other, column, turn) => {
    const [a, b] = [value(one, column), value(other, column)];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return turn * (a - b) || places.get(one) - places.get(other);
  };

  const sort = (column) => {
    const head = heads[column];
    const falling = head.getAttribute("aria-sort") !== "descending";
    // The names of platforms stand above their versions only in the original order.
    for (const { body, rows } of bodies) if (rows[0].matches(".platform")) body.hidden = column > 0 || !falling;
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
    fold(table);
  };

  heads.forEach((head, column) => {
    const isWords = column > 0 && !head.classList.contains("n");
    if ("fixed" in head.dataset || isWords) return;
    head.append(made("button", { type: "button" }, ...head.childNodes));
    head.lastChild.addEventListener("click", () => sort(column));
  });
}

// Adds a button to long tables; the style sheet shows it on phones.
for (const table of document.querySelectorAll(".wide > .versions")) {
  const count = table.querySelectorAll("tbody tr").length;
  if (count <= 6 || table.querySelector(".rest")) continue;
  fold(table);
  table.classList.add("cut");
  const button = made("button", { type: "button", class: "all" }, `Show all ${count} rows`);
  button.addEventListener("click", () => table.classList.remove("cut"));
  table.after(button);
}

// Adds a field above each long table that hides the rows that lack the typed text. Printing shows all rows.
for (const table of document.querySelectorAll(".wide > table")) {
  const rows = [...table.querySelectorAll("tbody tr")];
  if (rows.length <= 12) continue;
  const told = { type: "search", autocomplete: "off", "aria-describedby": table.getAttribute("aria-labelledby") };
  const [input, status] = [made("input", told), made("output", {})];
  const filter = () => {
    const text = input.value.trim().toLowerCase();
    if (text) table.classList.remove("cut");
    table.classList.toggle("searched", text !== "");
    for (const row of rows) row.classList.toggle("out", !row.textContent.toLowerCase().includes(text));
    for (const body of table.tBodies) body.classList.toggle("out", !body.querySelector("tr:not(.out)"));
    status.textContent = `${rows.filter((row) => !row.matches(".out")).length} of ${rows.length} rows`;
  };
  input.addEventListener("input", filter);
  filter();
  table.parentElement.before(made("div", { class: "filter" }, made("label", {}, "Show rows with", input), status));
}

// A link to a group chooses it. Without the script it is shown beside the chosen one.
const choose = () => {
  const choice = document.getElementById(location.hash.slice(1));
  if (choice?.matches(".choices input")) choice.checked = true;
};
for (const choices of document.querySelectorAll(".choices")) choices.classList.add("live");
addEventListener("hashchange", choose);
choose();

// Shows below a plot the table values of the nearest day while the pointer is over it, or on arrow keys; Escape hides them.
const day = 86_400_000;
const tip = made("div", { class: "tip", "aria-hidden": "true" });
const mark = made("div", { class: "mark", "aria-hidden": "true" });
const hide = () => [mark, tip].forEach((element) => element.remove());
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("pointerdown", (event) => mark.parentElement?.contains(event.target) || hide());
for (const chart of document.querySelectorAll(".chart")) {
  const table = chart.closest("figure")?.querySelector("details table");
  if (!table) continue;
  const [heads, rows, frame] = [table.tHead.rows[0].cells, [...table.tBodies[0].rows], made("div", { class: "frame" })];
  const [from, to] = [Date.parse(chart.dataset.from), Date.parse(chart.dataset.to)];
  const times = rows.map((row) => Date.parse(named(row)));
  // Without times, the rows are spaced evenly over the plot.
  const places = times.map((time, i) => (from ? (time - from) / (to - from) : i / (rows.length - 1)));
  // The distance of points in days: 1, or 7.
  const step = Number(chart.dataset.step ?? 1);
  const marks = [...chart.querySelectorAll("[data-mark]")].map(({ dataset }) => [Date.parse(`${dataset.day}T00:00`), dataset.mark]);
  let current = rows.length;
  const show = (index) => {
    current = Math.min(Math.max(index, 0), rows.length - 1);
    const cells = [...rows[current].cells];
    // With many columns show only the rates, which are what is drawn. An interval is told with its rate.
    const told = cells.filter((cell) => !cell.matches(".interval") && (cells.length < 9 || cell.matches("th, .rate, .few")));
    const interval = (cell) => (cell.nextSibling?.matches?.(".interval") && cell.matches(".rate") ? cell.nextSibling : null);
    const words = (cell) => cell.textContent + (interval(cell) ? ` (${interval(cell).textContent})` : "");
    // A week has the marks of its seven days.
    const age = (time) => Math.round((times[current] - time) / day);
    const names = marks.filter(([time]) => age(time) >= 0 && age(time) < step).map(([, name]) => name);
    const texts = told.flatMap((cell) => [heads[cell.cellIndex].textContent, words(cell)]);
    if (names.length) texts.push("Mark", names.join(", "));
    tip.replaceChildren(...texts.map((text) => made("span", {}, text)));
    frame.append(mark, tip);
    mark.style.left = `${100 * places[current]}%`;
    mark.style.height = `${chart.clientHeight - 48}px`;
  };
  const point = ({ clientX, target }) => {
    if (tip.contains(target)) return;
    const { left, width } = frame.getBoundingClientRect();
    const share = (clientX - left) / width;
    const away = (index) => Math.abs(places[index] - share);
    // Days that are drawn but not listed in the table have no row.
    if (share < places[0] - 0.1) hide();
    else show(rows.reduce((best, _, index) => (away(index) < away(best) ? index : best), 0));
  };
  chart.replaceWith(frame);
  frame.append(chart);
  for (const kind of ["pointermove", "pointerdown"]) frame.addEventListener(kind, point);
  // Lifting a finger also fires pointerleave; keep the tooltip then.
  frame.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && hide());
  chart.setAttribute("tabindex", "0");
  chart.addEventListener("blur", hide);
  chart.addEventListener("keydown", (event) => {
    const step = (event.key === "ArrowRight") - (event.key === "ArrowLeft");
    if (!step || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(current + step);
  });
}

// Copies the address of a figure; where the browser does not allow that, the link still leads to the figure.
for (const link of document.querySelectorAll(".links .here")) {
  const words = link.textContent;
  link.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(link.href);
    link.textContent = navigator.clipboard ? "Link copied" : words;
    setTimeout(() => (link.textContent = words), 2000);
  });
}

// Adds a button to each figure with plots that saves them as an SVG file, with the colours and the width that they have now.
const styles = ["display", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "paint-order", "vector-effect", "font-size", "font-weight"];
const drawn = (name, attributes, ...children) => {
  const element = document.createElementNS(document.querySelector(".chart").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const copied = (chart, x, y) => {
  const { width, height, top } = chart.getBoundingClientRect();
  const copy = drawn("svg", { x, y, width, height, overflow: "visible" }, ...chart.cloneNode(true).childNodes);
  const copies = copy.querySelectorAll("*");
  chart.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const key of styles) copies[i].setAttribute(key, style.getPropertyValue(key));
    copies[i].removeAttribute("class");
  });
  const ends = [...(chart.closest(".ended")?.querySelectorAll("span") ?? [])].map((span) =>
    drawn("text", { x: width + 8, y: span.getBoundingClientRect().top - top + 11, "font-size": 11 }, span.textContent));
  copy.append(...ends);
  return copy;
};
const image = (charts) => {
  const { fontFamily, color, backgroundColor } = getComputedStyle(document.body);
  const [left, right, above] = [56, charts[0].closest(".ended") ? 112 : 24, 32];
  const parts = [];
  let [width, height] = [0, 0];
  for (const chart of charts) {
    const box = chart.getBoundingClientRect();
    const title = { x: 8, y: height + 20, "font-size": 13, "font-weight": 600, fill: color };
    parts.push(drawn("text", title, chart.querySelector("title").textContent), copied(chart, left, height + above));
    [width, height] = [Math.max(width, box.width + left + right), height + above + box.height];
  }
  const size = { width, height: height + 8, viewBox: `0 0 ${width} ${height + 8}` };
  const paper = drawn("rect", { width: "100%", height: "100%", fill: backgroundColor });
  return drawn("svg", { ...size, fill: color, "font-family": fontFamily }, paper, ...parts);
};
for (const figure of document.querySelectorAll("figure")) {
  const charts = [...figure.querySelectorAll(":scope > .plot .chart")];
  const links = figure.querySelector(".links");
  if (!charts.length || !links) continue;
  const button = made("button", { type: "button", class: "save" }, "Download SVG");
  button.addEventListener("click", () => {
    const text = new XMLSerializer().serializeToString(image(charts));
    const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    made("a", { href, download: `${figure.id}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  });
  links.append(button);
}
