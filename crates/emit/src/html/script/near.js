// A picture of what is near a state: those before it to the left, those after it to the right, so many steps away. It is
// laid out here, so that there is one for models of any size.

const NEAR = { width: 132, height: 40, beside: 150, below: 22 };
/** More states than this are left out, and the page says so. */
const MOST_NEAR = 60;

/** The states within so many steps, each with how many: negative if they lie before the chosen one. */
function neighbours(index, id, steps) {
  const distance = new Map([[id, 0]]);
  const forward = (state) => index.leaving.get(state).filter((step) => !step.inside).map((step) => step.to);
  const before = new Map();
  for (const step of index.steps) {
    if (step.inside) continue;
    if (!before.has(step.to)) before.set(step.to, []);
    before.get(step.to).push(step.from);
  }
  spread(distance, id, steps, forward, 1);
  spread(distance, id, steps, (state) => before.get(state) || [], -1);
  return distance;
}

function spread(distance, id, steps, next, sign) {
  let edge = [id];
  for (let far = 1; far <= steps; far += 1) {
    const fresh = [...new Set(edge.flatMap(next))].filter((state) => !distance.has(state));
    for (const state of fresh) distance.set(state, sign * far);
    edge = fresh;
  }
}

/** The picture of what is near a state. */
function nearPicture(index, id, steps) {
  const all = neighbours(index, id, steps);
  const kept = [...all].sort((a, b) => Math.abs(a[1]) - Math.abs(b[1]) || a[0] - b[0]).slice(0, MOST_NEAR);
  const places = placed(kept);
  const size = extent(places);
  const svg = drawn("svg", { class: "mores", "data-whole": `${size.x} ${size.y} ${size.width} ${size.height}` });
  svg.append(tip(), ...nearEdges(index, places), ...kept.map(([state]) => nearState(index, state, places.get(state), state === id)));
  svg.setAttribute("viewBox", svg.dataset.whole);
  return { svg, left: all.size - kept.length };
}

function placed(kept) {
  const columns = new Map();
  for (const [state, far] of kept) {
    if (!columns.has(far)) columns.set(far, []);
    columns.get(far).push(state);
  }
  const places = new Map();
  for (const [far, states] of columns) {
    states.sort((a, b) => a - b);
    states.forEach((state, row) => {
      const y = (row - (states.length - 1) / 2) * (NEAR.height + NEAR.below);
      places.set(state, { x: far * (NEAR.width + NEAR.beside), y });
    });
  }
  return places;
}

function extent(places) {
  const [xs, ys] = [[...places.values()].map((at) => at.x), [...places.values()].map((at) => at.y)];
  const [x, y] = [Math.min(...xs) - NEAR.width / 2 - 20, Math.min(...ys) - NEAR.height / 2 - 30];
  return { x, y, width: Math.max(...xs) + NEAR.width / 2 + 20 - x, height: Math.max(...ys) + NEAR.height / 2 + 30 - y };
}

function tip() {
  const head = drawn("path", { class: "tip", d: "M0 1L10 5L0 9z" });
  const size = { viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 9, markerHeight: 9 };
  return drawn("marker", { id: "near-tip", ...size, markerUnits: "userSpaceOnUse", orient: "auto" }, head);
}

function nearEdges(index, places) {
  const merged = new Map();
  for (const step of index.steps) {
    const shown = !step.inside && step.from !== step.to && places.has(step.from) && places.has(step.to);
    if (!shown) continue;
    const key = `${step.from} ${step.to}`;
    if (!merged.has(key)) merged.set(key, []);
    merged.get(key).push(step);
  }
  // Labels of arrows that meet stand one above the other.
  const told = new Map();
  return [...merged.values()].flatMap((steps) => {
    const above = told.get(steps[0].to) || 0;
    told.set(steps[0].to, above + 1);
    return nearEdge(steps, places, above);
  });
}

function nearEdge(steps, places, above) {
  const { from, to } = steps[0];
  const box = ({ x, y }) => ({ x: x - NEAR.width / 2, y: y - NEAR.height / 2, width: NEAR.width, height: NEAR.height });
  const [a, b] = [box(places.get(from)), box(places.get(to))];
  const guessed = steps.every((step) => step.sure !== "established") ? " conjectured" : "";
  const tone = ["lost", "gained", "undecided"].find((change) => steps.every((step) => step.effect === change)) || "plain";
  const joins = { class: `${tone}${guessed}`, "data-from": `s${from}`, "data-to": `s${to}` };
  const name = cut(steps[0].head.split("(")[0] || steps[0].head, 18) + (steps.length > 1 ? ` +${steps.length - 1}` : "");
  const neighbours = b.x - a.x === NEAR.width + NEAR.beside;
  const label = drawn("text", { x: b.x - 14, y: b.y + NEAR.height / 2 - 5 - 13 * above, "text-anchor": "end" }, name);
  const line = drawn("path", { class: "edge", d: curve(a, b), "marker-end": "url(#near-tip)" });
  const title = drawn("title", {}, steps.map((step) => step.text).join("\n"));
  return [drawn("g", joins, title, line), neighbours ? drawn("g", joins, label) : null].filter(Boolean);
}

/** The colour of a state, by what it is. */
function toneOf(index, id) {
  const { answer, failure, doomed, role, undecided } = index.states.get(id);
  const versions = { old: "lost", new: "gained", open: "undecided", undecided: "undecided" };
  if (index.kind === "joint") return own(versions, role) || "plain";
  if (answer === "unknown") return undecided ? "undecided" : "unknown";
  return answer === "error" || failure || doomed ? "doomed" : "plain";
}

function nearState(index, id, { x, y }, middle) {
  const role = roleOf(index, id);
  const group = drawn("g", { class: `${toneOf(index, id)}${middle ? " middle" : ""}`, "data-node": `s${id}` });
  const place = { x: x - NEAR.width / 2, y: y - NEAR.height / 2, width: NEAR.width, height: NEAR.height, rx: 12 };
  group.append(drawn("title", {}, `state ${id}${role ? `: ${role}` : ""}`), drawn("rect", { class: "box", ...place }));
  group.append(drawn("text", { class: "number", x, y: y + 5 }, String(id)));
  return group;
}

/** The distances that can be chosen. */
const DISTANCES = [1, 2, 3, 5, 8];

/** Shows what is near a state, or the whole again where there are no steps. */
function showNear(id, steps) {
  if (steps === 0) return showInstead("", null, "", "0");
  const { svg, left } = nearPicture(desk.index, id, steps);
  const note = left > 0 ? `${counted(left, "state")} more lie within ${counted(steps, "step")}` : "";
  const where = `state ${id} and what lies within ${counted(steps, "step")} of it; illegal calls are left out`;
  showInstead("near", svg, [where, note].filter(Boolean).join("; "), String(steps));
}

/** Shows a picture instead of that of all states, or that again where there is none; `chosen` is how the toolbar calls it. */
function showInstead(name, svg, note, chosen) {
  const view = document.querySelector(".view");
  view.querySelector("figure.near")?.remove();
  view.classList.toggle("nearby", svg !== null);
  document.getElementById("near").value = chosen;
  if (svg) {
    const stage = el("div", { class: "stage" }, svg);
    view.append(el("figure", { class: name }, stage, el("figcaption", {}, note)));
    prepare(svg);
    listenTo(stage);
  }
  fit();
  markAgain();
  refreshMarks();
}
