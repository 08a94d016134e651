// Many states in groups: those where the same may be called, since that is what a reader of an interface asks about a state.
// A group is drawn as one box until somebody opens it. All of this is laid out here, because opening moves everything else.

/** With more states than this the page opens on groups. */
const MOST_SINGLE = 40;
/** A larger group is split, in the order of how far its states are from the start, so that an opened one fits a screen. */
const MOST_TOGETHER = 24;
/** Where calls tell nearly all states apart, states equally far from the start are grouped instead. */
const WORTH = 0.5;

const BOX = { line: 14, cell: 7.25, pad: 8, head: 24, gap: 12, between: 26, most: 6, letters: 22, longest: 34 };

/** The groups, those nearest to the start first: their states, and what is said of them. */
function groupsOf(index) {
  const far = distancesOf(index);
  const all = [...index.states.keys()].filter((id) => !isToldInside(index, id));
  const order = all.sort((a, b) => far.get(a) - far.get(b) || a - b);
  const alike = split(order, (id) => namesIn(index, id).join("\n"));
  const groups = alike.length <= order.length * WORTH ? alike : split(order, (id) => String(far.get(id)));
  let named = 0;
  return groups.map((ids, number) => ({ number, ids, name: ids.length > 1 ? letters(named++) : String(ids[0]) }));
}

/** A, B, …, Z, AA, AB, … */
function letters(number) {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}

/** Whether there is no picture of a state, because what leads there is told where it starts. */
function isToldInside(index, id) {
  const { answer, role } = index.states.get(id);
  return answer === "error" || (index.model.about === "calls" && APART.includes(role));
}

/** How many steps lead to each state; those that nothing leads to come last. */
function distancesOf(index) {
  const far = new Map([...index.states.keys()].map((id) => [id, Infinity]));
  far.set(index.initial, 0);
  const waiting = [index.initial];
  for (const id of waiting) {
    for (const step of index.leaving.get(id)) {
      if (step.inside || far.get(step.to) !== Infinity) continue;
      far.set(step.to, far.get(id) + 1);
      waiting.push(step.to);
    }
  }
  return far;
}

/** What a card tells of a state: what may follow, and of two versions also what only one of them allows, which comes first. */
function toldIn(index, id) {
  const steps = index.leaving.get(id);
  const changed = steps.filter((step) => own(SIGNS, step.effect));
  return [...changed, ...steps.filter((step) => !step.inside && !changed.includes(step))];
}

/** The names of what may follow a state. */
function namesIn(index, id) {
  return [...new Set(toldIn(index, id).map(nameOfStep))].sort();
}

/** What may follow the states of a group, and which groups that leads to. */
function leadsOf(index, group) {
  const leads = new Map();
  for (const step of group.ids.flatMap((id) => toldIn(index, id))) {
    const name = nameOfStep(step);
    if (!leads.has(name)) leads.set(name, new Set());
    if (!step.inside) leads.get(name).add(desk.groups.of.get(step.to));
  }
  const said = (to) => (to === group ? "↻" : to.name);
  const order = [...leads].sort(([a], [b]) => (a < b ? -1 : 1));
  return order.map(([name, to]) => `${cut(name, BOX.letters)}${to.size ? ` → ${[...to].map(said).join(", ")}` : ""}`);
}

/** The name of a call or event, with signs before what one version has alone and what is not established. */
function nameOfStep(step) {
  const guessed = step.sure === "established" ? "" : "~ ";
  return guessed + (own(SIGNS, step.effect) || "") + (step.head.split("(")[0] || step.head);
}

/** States with the same key, in their order, at most so many together. */
function split(order, key) {
  const open = new Map();
  const groups = [];
  for (const id of order) {
    const name = key(id);
    const group = open.get(name);
    if (group && group.length < MOST_TOGETHER) {
      group.push(id);
      continue;
    }
    open.set(name, [id]);
    groups.push(open.get(name));
  }
  return groups;
}

// What is drawn.

/** What one box needs: its lines, and its size. A group of one is that state; an opened one has room for its states. */
function boxOf(index, group) {
  if (group.ids.length === 1) return { group, state: group.ids[0], ...cardOf(index, group.ids[0]) };
  if (desk.groups.open.has(group.number)) return openedBox(index, group);
  return { group, ...sized(titleOf(group), listed(leadsOf(index, group).map((line) => cut(line, BOX.longest)))) };
}

function titleOf(group) {
  const ids = [...group.ids].sort((a, b) => a - b);
  const [first, last] = [ids[0], ids[ids.length - 1]];
  const which = last - first === ids.length - 1 ? `${first} to ${last}` : `${ids.slice(0, 3).join(", ")}${ids.length > 3 ? " …" : ""}`;
  return `${group.name}: ${counted(ids.length, "state")}, ${which}`;
}

/** At most some lines; the last says how many there are. */
function listed(lines) {
  return lines.length <= BOX.most ? lines : [...lines.slice(0, BOX.most - 1), `… ${lines.length} in all`];
}

function sized(title, lines) {
  const letters = Math.max(title.length * 1.2, ...lines.map((line) => line.length + 2), 6);
  return { title, lines, width: letters * BOX.cell + 2 * BOX.pad, height: BOX.head + lines.length * BOX.line + (lines.length ? BOX.pad : 0) };
}

/** A state with where its calls lead; those that lead back are counted. */
function cardOf(index, id) {
  const told = toldIn(index, id);
  const stays = told.filter((step) => step.to === id).length;
  const lines = [...new Map(told.filter((step) => step.to !== id).map((step) => [`${nameOfStep(step)} ${step.to}`, step])).values()];
  const shown = lines.slice(0, BOX.most);
  const said = shown.map((step) => cut(nameOfStep(step), BOX.letters) + (step.inside ? "" : ` → ${step.to}`));
  const more = lines.length > shown.length ? [`… ${lines.length} in all`] : [];
  const role = roleOf(index, id);
  const { accepting, ends } = index.states.get(id);
  const name = id === index.initial && isCalled(index) ? "start" : `${accepting || ends?.length ? "◎ " : ""}${id}`;
  return { ...sized(`${name}${stays ? ` ↻${stays}` : ""}`, [...said, ...more]), steps: shown, tip: `state ${id}${role ? `: ${role}` : ""}` };
}

/** The states of a group in a grid that is about as wide as high. */
function openedBox(index, group) {
  const cards = group.ids.map((id) => ({ state: id, ...cardOf(index, id) }));
  const widest = Math.max(...cards.map((card) => card.width));
  const area = cards.reduce((sum, card) => sum + (card.height + BOX.gap) * (widest + BOX.gap), 0);
  const places = flow(cards, Math.max(widest, Math.sqrt(area * 1.8)), BOX.gap);
  return { group, title: titleOf(group), lines: [], cards, places, width: places.width + 2 * BOX.pad, height: places.height + BOX.head + BOX.pad };
}

/** Boxes one after the other, like the words of a text; each knows its place. */
function flow(boxes, width, gap) {
  let [x, y, high, widest] = [0, 0, 0, 0];
  const places = boxes.map((box) => {
    if (x > 0 && x + box.width > width) [x, y, high] = [0, y + high + gap, 0];
    const at = { x, y };
    [x, high] = [x + box.width + gap, Math.max(high, box.height)];
    widest = Math.max(widest, x - gap);
    return at;
  });
  return { places, width: widest, height: y + high };
}

/** Of all widths the one that can be shown largest. */
function fittingFlow(boxes, place) {
  const widest = Math.max(...boxes.map((box) => box.width));
  const tried = Array.from({ length: 24 }, (_, i) => flow(boxes, widest + i * 120, BOX.between));
  const scale = (one) => Math.min(place.width / one.width, place.height / one.height);
  return tried.reduce((best, one) => (scale(one) > scale(best) ? one : best));
}

function groupsPicture(index) {
  const boxes = desk.groups.all.map((group) => boxOf(index, group));
  const stage = document.querySelector(".view").getBoundingClientRect();
  const placed = fittingFlow(boxes, { width: stage.width, height: Math.max(stage.height - 80, 300) });
  const whole = `-12 -12 ${placed.width + 24} ${placed.height + 24}`;
  const svg = drawn("svg", { class: "mores", "data-whole": whole, viewBox: whole });
  boxes.forEach((box, i) => drawBox(svg, box, placed.places[i]));
  return svg;
}

function drawBox(svg, box, { x, y }) {
  if (box.state !== undefined) return drawCard(svg, box, { x, y });
  const open = Boolean(box.cards);
  const said = `group ${titleOf(box.group)}; ${leadsOf(desk.index, box.group).join("; ")}`;
  const group = drawn("g", { class: `group${open ? " open" : ""}`, "data-group": box.group.number, role: "button", tabindex: -1, "aria-expanded": String(open), "aria-label": said });
  group.append(drawn("title", {}, `${open ? "close" : "open"} ${said}`));
  if (!open) group.append(drawn("rect", { class: "under", x: x + 4, y: y + 4, width: box.width, height: box.height, rx: 7 }));
  group.append(drawn("rect", { class: "box", x, y, width: box.width, height: box.height, rx: 7 }));
  group.append(drawn("text", { class: "name", x: x + BOX.pad, y: y + 16 }, `${open ? "▾" : "▸"} ${box.title}`));
  box.lines.forEach((line, i) => {
    const tone = Object.keys(SIGNS).find((change) => line.replace("~ ", "").startsWith(SIGNS[change])) || "plain";
    group.append(drawn("g", { class: tone }, drawn("text", { x: x + BOX.pad, y: y + BOX.head + 11 + i * BOX.line }, line)));
  });
  svg.append(group);
  (box.cards || []).forEach((card, i) => {
    const at = box.places.places[i];
    drawCard(svg, card, { x: x + BOX.pad + at.x, y: y + BOX.head + at.y });
  });
}

function drawCard(svg, card, { x, y }) {
  const state = drawn("g", { class: toneOf(desk.index, card.state), "data-node": `s${card.state}` }, drawn("title", {}, card.tip));
  state.append(drawn("rect", { class: "box", x, y, width: card.width, height: card.height, rx: 7 }));
  state.append(drawn("text", { class: "name", x: x + BOX.pad, y: y + 16 }, card.title));
  svg.append(state);
  card.lines.forEach((line, i) => {
    const text = drawn("text", { x: x + BOX.pad, y: y + BOX.head + 11 + i * BOX.line }, line);
    const step = card.steps[i];
    const joins = step ? { "data-from": `s${step.from}`, "data-to": `s${step.to}` } : {};
    const tone = step && own(SIGNS, step.effect) ? `${step.effect} bold` : "plain";
    svg.append(drawn("g", { class: tone, ...joins }, step ? drawn("title", {}, step.text) : "", text));
  });
}

// What is done with them.

function inGroups() {
  return document.querySelector(".view figure.groups") !== null;
}

/** The picture of groups, as they are open or closed now. */
function showGroups() {
  if (!desk.groups) {
    const all = groupsOf(desk.index);
    desk.groups = { all, open: new Set(), of: new Map(all.flatMap((group) => group.ids.map((id) => [id, group]))) };
  }
  const svg = groupsPicture(desk.index);
  const count = desk.groups.all.length;
  const note = `${counted(count, "part")}: letters are groups of states in which the same may follow, → says where it leads; a click or Enter opens and closes a group`;
  showInstead("near groups", svg, note, "groups");
}

/** Opens a group or closes it, and stays there. */
function toggleGroup(number) {
  const { open } = desk.groups;
  if (!open.delete(number)) open.add(number);
  showGroups();
  const element = pictureNow()?.querySelector(`[data-group="${number}"]`);
  if (!element) return;
  if (open.has(number)) fitTo(element);
  focusState(element);
  announce(open.has(number) ? "group opened" : "group closed");
}

/** Opens the group that a state is in, where groups are shown. */
function reveal(id) {
  if (!inGroups()) return;
  const group = desk.groups.of.get(id);
  if (!group || group.ids.length === 1 || desk.groups.open.has(group.number)) return;
  desk.groups.open.add(group.number);
  showGroups();
  fitTo(pictureNow()?.querySelector(`[data-group="${group.number}"]`));
}

/** The group of a state that is closed. */
function groupElement(id, svg) {
  const group = svg.closest("figure.groups") && desk.groups.of.get(id);
  return group ? svg.querySelector(`[data-group="${group.number}"]`) : null;
}
