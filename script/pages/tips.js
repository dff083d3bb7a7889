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
    const isDrawn = (cell) => row.cells.length < 9 || /^n (rate|few)$/.test(cell.className);
    const cells = [...row.cells].filter((cell, column) => column === 0 || isDrawn(cell));
    return cells.flatMap((cell) => [table.tHead.rows[0].cells[cell.cellIndex].textContent, cell.textContent]);
  };
  const share = from ? at(rows[number]) : number / (rows.length - 1);
  return {
    x: left + Math.min(Math.max(width * share, 2), width - 2),
    y: top + height / 2,
    day: texts(rows[number]),
    before: texts(rows[Math.max(number - 1, 0)]),
  };
}
