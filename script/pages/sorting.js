// Clicks each column heading of each table, and returns where the cells are then not sorted.
() => {
  const found = [];
  // A day, such as 27 Apr 2026, is a time.
  const number = (row, column) => {
    const text = row.cells[column]?.textContent ?? '';
    const isDay = /^\d+ [A-Z][a-z]{2} \d{4}$/.test(text);
    return isDay ? Date.parse(text) : parseFloat(text.replace(/^<.*/, '0').replace('−', '-').replace(/,/g, ''));
  };
  for (const table of document.querySelectorAll('table.sortable')) {
    const count = table.querySelectorAll('tbody tr').length;
    if (!count) {
      found.push(`a table without rows: ${table.getAttribute('aria-labelledby')}`);
      continue;
    }
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    heads.forEach((head, column) => {
      const button = head.querySelector('button');
      if (!button) return;
      button.click();
      const lead = table.tBodies.length > 1 ? [...table.tBodies].map((b) => b.rows[0]) : [...table.tBodies[0].rows];
      const all = lead.map((row) => number(row, column));
      const values = all.filter((v) => !isNaN(v));
      if (column > 0 && !head.classList.contains('n')) found.push(`column ${column} has a button and no numbers`);
      if (column > 0 && all.some((v, i) => i && !isNaN(v) && isNaN(all[i - 1]))) {
        found.push(`column ${column} has numbers behind what is none`);
      }
      if (column > 0 && values.some((v, i) => i && v > values[i - 1])) found.push(`column ${column} is not sorted`);
      if (table.querySelectorAll('tbody tr').length !== count) found.push(`column ${column} loses rows`);
      if (head.getAttribute('aria-sort') !== 'descending') found.push(`column ${column} does not say so`);
    });
  }
  return found;
}
