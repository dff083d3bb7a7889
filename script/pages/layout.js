// Returns what is wrong with the layout, judged by the boxes of texts: wider than their box, overlapping, or too small.
// Sentences that begin with "note: " are not errors.
() => {
  const found = [];
  const root = document.documentElement;
  const box = (e) => e.getBoundingClientRect();
  const style = (e) => getComputedStyle(e);
  const hidden = (e) => e.closest('.hidden, .skip, details:not([open]) > :not(summary)') ||
    (e.closest('thead') && style(e.closest('thead')).position === 'absolute');
  const name = (e) =>
    `${e.tagName.toLowerCase()}.${e.getAttribute('class')} "${e.textContent.trim().slice(0, 30)}"`;

  // Returns the boxes that clip an element's text; cached, because parents are shared.
  const known = new Map();
  const clipping = (e) => {
    if (!e) return [];
    if (!known.has(e)) {
      const around = clipping(e.parentElement);
      known.set(e, style(e).overflow !== 'visible' && box(e).width ? [...around, box(e)] : around);
    }
    return known.get(e);
  };

  if (root.scrollWidth > root.clientWidth) found.push(`page is ${root.scrollWidth} wide`);
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || parent.closest('script, style, title, desc') || hidden(parent)) continue;
    const clips = clipping(parent);
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const part of range.getClientRects()) {
      const l = Math.max(part.left, ...clips.map((c) => c.left)), r = Math.min(part.right, ...clips.map((c) => c.right));
      const t = Math.max(part.top, ...clips.map((c) => c.top)), b = Math.min(part.bottom, ...clips.map((c) => c.bottom));
      if (r - l < 1 || b - t < 1) continue;
      if (l < -0.5 || r > root.clientWidth + 0.5) found.push(`outside the page: ${name(parent)}`);
      texts.push({ parent, l, r, t, b });
    }
    const size = parseFloat(style(parent).fontSize);
    if (size < 11) found.push(`${size}px text: ${name(parent)}`);
  }
  for (const e of document.querySelectorAll('td, th, dt, dd, li, p, h1, h2, h3, summary, a')) {
    if (hidden(e) || style(e).textOverflow === 'ellipsis' || style(e).display === 'inline') continue;
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !e.querySelector('svg')) {
      found.push(`cut or spilling: ${name(e)}`);
    }
  }
  for (const e of document.querySelectorAll('[role=region]')) {
    if (!hidden(e) && e.scrollWidth > e.clientWidth) {
      const note = e.querySelector('.hours') ? '' : 'note: ';
      found.push(`${note}scrolls in itself: ${e.getAttribute('aria-label').slice(0, 60)}`);
    }
  }
  texts.sort((a, b) => a.t - b.t);
  texts.forEach((one, i) => {
    for (let j = i + 1; j < texts.length && texts[j].t < one.b; j++) {
      const two = texts[j];
      const across = Math.min(one.r, two.r) - Math.max(one.l, two.l);
      const down = Math.min(one.b, two.b) - Math.max(one.t, two.t);
      if (one.parent !== two.parent && across > 1 && down > 4) {
        found.push(`overlap: ${name(one.parent)} and ${name(two.parent)}`);
      }
    }
  });
  return found.slice(0, 20);
}
