// For a plot with a data table: returns the position of one of its days on the page, and the texts that the tooltip must
// show for that day and for the day before. Returns null for a plot without a table.
(chart) => {
  const table = chart.closest('figure')?.querySelector('details table');
  if (!table) return null;
  chart.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = chart.getBoundingClientRect();
  const rows = [...table.tBodies[0].rows];
  const number = Math.floor(((rows.length - 1) * 3) / 4);
  const time = (text) => new Date(text).getTime();
  const { from, to } = chart.dataset;
  const at = (row) => (time(row.querySelector('bdi').textContent) - time(from)) / (time(to) - time(from));
  const texts = (row) => {
    const isInterval = (cell) => cell?.className === 'n interval';
    const isDrawn = (cell) => !isInterval(cell) && (row.cells.length < 9 || /^n (rate|few)$/.test(cell.className));
    const all = [...row.cells];
    // An interval stands in brackets after its rate.
    const words = (cell, next) => cell.textContent + (cell.className === 'n rate' && isInterval(next) ? ` (${next.textContent})` : '');
    return all.flatMap((cell, column) => (column === 0 || isDrawn(cell)
      ? [table.tHead.rows[0].cells[column].textContent, words(cell, all[column + 1])] : []));
  };
  // A mark is told with the values of its day, or of the week that ends with it.
  const step = Number(chart.dataset.step ?? 1);
  const marks = (row) => {
    const age = (mark) => Math.round((time(row.querySelector('bdi').textContent) - time(`${mark.dataset.day}T00:00`)) / 864e5);
    const names = [...chart.querySelectorAll('[data-mark]')].filter((mark) => age(mark) >= 0 && age(mark) < step);
    return names.length ? ['Mark', names.map((mark) => mark.dataset.mark).join(', ')] : [];
  };
  const share = from ? at(rows[number]) : number / (rows.length - 1);
  return {
    x: left + Math.min(Math.max(width * share, 2), width - 2),
    y: top + height / 2,
    day: [...texts(rows[number]), ...marks(rows[number])],
    before: [...texts(rows[Math.max(number - 1, 0)]), ...marks(rows[Math.max(number - 1, 0)])],
  };
}
