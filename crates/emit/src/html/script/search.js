// Searching: a state by its number, a call by its name or guard, an exception by its name.

const found = { hits: [], at: -1 };

/** What a text finds: states first, then steps by their text, then failures by what goes wrong. */
function hitsFor(index, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const has = (said) => said.toLowerCase().includes(wanted);
  const states = [...index.states.keys()].filter((id) => String(id) === wanted || has(roleOf(index, id)));
  const hits = states.map((id) => ({ states: [id], show: () => chooseState(id) }));
  const known = new Set();
  for (const step of index.steps) {
    const key = `${step.from} ${step.to}`;
    if (step.effect === "illegal" || known.has(key) || !has(`${step.name} ${step.text}`)) continue;
    known.add(key);
    hits.push({ states: [], edge: [step.from, step.to], show: () => chooseEdge(step.from, step.to) });
  }
  const failing = new Set();
  for (const step of index.steps) {
    const named = step.cause && has(step.cause.what);
    const called = step.effect === "illegal" && has(`${step.name} ${step.text}`);
    if (failing.has(step.from) || !(named || called)) continue;
    failing.add(step.from);
    hits.push({ states: [step.from], show: () => chooseState(step.from, wanted) });
  }
  return hits;
}

function search(text) {
  found.hits = hitsFor(desk.index, text);
  found.at = -1;
  mark("hit", found.hits.flatMap((hit) => hit.states), found.hits.map((hit) => hit.edge).filter(Boolean));
  tellHits(text.trim() !== "");
}

function tellHits(asked) {
  const all = found.hits.length;
  const where = found.at < 0 ? `${all} found` : `${found.at + 1} of ${all}`;
  document.getElementById("hits").textContent = asked ? where : "";
}

/** Goes to the next hit, or the one before. */
function nextHit(by) {
  if (!found.hits.length) return;
  found.at = found.at < 0 && by < 0 ? found.hits.length - 1 : (found.at + by + found.hits.length) % found.hits.length;
  found.hits[found.at].show();
  tellHits(true);
}
