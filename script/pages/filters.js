// Types into the field above each long table, and returns what is wrong with the rows that are then shown.
() => {
  const found = [];
  const text = (row) => row.textContent.toLowerCase();
  for (const table of document.querySelectorAll('.wide > table')) {
    const rows = [...table.querySelectorAll('tbody tr')];
    const field = table.parentElement.previousElementSibling;
    const has = field !== null && field.className === 'filter';
    if (has !== rows.length > 12) found.push(`${rows.length} rows and ${has ? 'a' : 'no'} field`);
    if (!has) continue;
    // The table of a group is shown if the group is chosen.
    const choice = table.closest('.panel')?.previousElementSibling.querySelector('input');
    if (choice) choice.checked = true;
    const [input, status] = [field.querySelector('input'), field.querySelector('output')];
    const type = (text) => {
      input.value = text;
      input.dispatchEvent(new Event('input'));
      return rows.filter((row) => row.getClientRects().length > 0);
    };
    const part = rows[rows.length - 1].textContent.trim().slice(-3).trim();
    const fitting = rows.filter((row) => text(row).includes(part.toLowerCase()));
    const left = type(part);
    if (left.length !== fitting.length || left.some((row) => !fitting.includes(row))) {
      found.push(`“${part}” leaves other rows than those with it`);
    }
    if (status.textContent !== `${fitting.length} of ${rows.length} rows`) found.push(`says ${status.textContent}`);
    if (type('in no row at all').length > 0) found.push('what no row has leaves rows');
    if (type('').length < rows.length) found.push('cleared, it does not bring all rows back');
  }
  return found;
}
