// The picture: moved, enlarged, fitted, and marked. A view is the part of the picture that is seen, in its own units.

/** What all parts of the page share. */
const desk = { index: null, source: null, chosen: null, views: new Map(), marks: new Map() };

/** A picture is not enlarged beyond this to fill its place. */
const LARGEST_FIT = 1.25;
const ZOOM_STEP = 1.25;
/** By which part of what is seen an arrow key moves it. */
const PAN_STEP = 0.12;

/** The picture that is shown: in full, the map, or what is near a state. */
function pictureNow() {
  return [...document.querySelectorAll(".view figure svg")].find((svg) => svg.getClientRects().length > 0) || null;
}

function wholeOf(svg) {
  const [x, y, width, height] = svg.dataset.whole.split(" ").map(Number);
  return { x, y, width, height };
}

function see(svg, seen) {
  desk.views.set(svg, seen);
  svg.setAttribute("viewBox", `${seen.x} ${seen.y} ${seen.width} ${seen.height}`);
}

function seen(svg) {
  return desk.views.get(svg) || wholeOf(svg);
}

/** Makes a picture one that fills its place and can be moved. */
function prepare(svg) {
  if (!svg.dataset.whole) svg.dataset.whole = svg.getAttribute("viewBox");
  svg.setAttribute("role", "group");
  for (const path of svg.querySelectorAll("path.edge")) {
    path.after(drawn("path", { class: "reach", d: path.getAttribute("d") }));
  }
  const states = [...svg.querySelectorAll("[data-node]")];
  states.forEach((state, i) => {
    const id = state.dataset.node;
    state.setAttribute("role", "button");
    state.setAttribute("tabindex", i === 0 ? "0" : "-1");
    state.setAttribute("aria-label", state.querySelector("title")?.textContent || id);
  });
}

/** Shows all of the picture, as large as it fits. */
function fit(svg = pictureNow()) {
  if (!svg) return;
  const [place, whole] = [svg.getBoundingClientRect(), wholeOf(svg)];
  const scale = Math.min(place.width / whole.width, place.height / whole.height, LARGEST_FIT);
  if (!(scale > 0)) return;
  const [width, height] = [place.width / scale, place.height / scale];
  see(svg, { x: whole.x + (whole.width - width) / 2, y: whole.y + (whole.height - height) / 2, width, height });
}

/** Shows a part of the picture as large as it fits, if that is larger than it is. */
function fitTo(element) {
  const svg = element?.closest("svg");
  if (!svg) return;
  const [place, part] = [svg.getBoundingClientRect(), element.getBBox()];
  const scale = Math.min(place.width / (part.width + 40), place.height / (part.height + 40), LARGEST_FIT);
  if (!(scale > place.width / seen(svg).width)) return;
  const [width, height] = [place.width / scale, place.height / scale];
  see(svg, { x: part.x + (part.width - width) / 2, y: part.y + (part.height - height) / 2, width, height });
}

/** Enlarges around a point of the screen, or around the middle. */
function zoom(factor, at) {
  const svg = pictureNow();
  if (!svg) return;
  const [place, now] = [svg.getBoundingClientRect(), seen(svg)];
  const limit = wholeOf(svg).width * 6;
  const width = Math.min(Math.max(now.width / factor, 60), Math.max(limit, now.width));
  const height = (width * now.height) / now.width;
  const across = at ? (at.x - place.left) / place.width : 0.5;
  const down = at ? (at.y - place.top) / place.height : 0.5;
  see(svg, { x: now.x + (now.width - width) * across, y: now.y + (now.height - height) * down, width, height });
}

/** Moves by parts of what is seen. */
function pan(across, down) {
  const svg = pictureNow();
  if (!svg) return;
  const now = seen(svg);
  see(svg, { ...now, x: now.x + across * now.width, y: now.y + down * now.height });
}

/** Moves the picture so that something in it is seen, and enlarges it where nothing could be read. */
function bring(element) {
  const svg = element?.closest("svg");
  if (!svg || svg !== pictureNow()) return;
  const [place, box, now] = [svg.getBoundingClientRect(), element.getBoundingClientRect(), seen(svg)];
  const scale = place.width / now.width;
  if (scale < 0.6) {
    const grown = 0.9 / scale;
    zoom(grown, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
    return bring(element);
  }
  const inside = box.left >= place.left && box.right <= place.right && box.top >= place.top && box.bottom <= place.bottom;
  if (inside) return;
  const across = (box.left + box.width / 2 - place.left) / place.width - 0.5;
  const down = (box.top + box.height / 2 - place.top) / place.height - 0.5;
  pan(across, down);
}

function stateElement(id, svg = pictureNow()) {
  return svg ? svg.querySelector(`[data-node="s${id}"]`) || groupElement(id, svg) : null;
}

function edgeElements(from, to, svg = pictureNow()) {
  return svg ? [...svg.querySelectorAll(`[data-from="s${from}"][data-to="s${to}"]`)] : [];
}

/** Gives states and edges of all pictures a class, and takes it from all others. */
function mark(name, states, edges = []) {
  desk.marks.set(name, [states, edges]);
  for (const old of document.querySelectorAll(`.view svg .${name}`)) old.classList.remove(name);
  for (const svg of document.querySelectorAll(".view figure svg")) {
    for (const id of states) stateElement(id, svg)?.classList.add(name);
    for (const [from, to] of edges) {
      const found = edgeElements(from, to, svg);
      // What is inside a closed group is marked there.
      const shown = found.length ? found : [groupElement(from, svg)].filter(Boolean);
      shown.forEach((element) => element.classList.add(name));
    }
  }
}

/** Marks everything again, where a picture has become another. */
function markAgain() {
  for (const [name, [states, edges]] of [...desk.marks]) mark(name, states, edges);
}

/** Draws arrows that the picture itself leaves out: between cards that are no neighbours. */
function drawMissing(edges) {
  for (const old of document.querySelectorAll(".view svg .overlay")) old.remove();
  const svg = pictureNow();
  if (!svg) return;
  const layer = drawn("g", { class: "overlay", "aria-hidden": "true" });
  for (const [from, to] of edges) {
    const [a, b] = [stateElement(from, svg), stateElement(to, svg)];
    const told = edgeElements(from, to, svg).some((edge) => edge.querySelector("path.edge"));
    if (a && b && a !== b && !told) layer.append(drawn("path", { d: curve(a.getBBox(), b.getBBox()) }));
  }
  // Below the cards, so that no text is crossed.
  stateElement(edges[0]?.[0], svg)?.parentNode.prepend(layer);
}

/** From the side of one box that faces another to that other. */
function curve(a, b) {
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const [from, to] = [middle(a), middle(b)];
  const right = to.x >= from.x;
  const start = { x: right ? a.x + a.width : a.x, y: from.y };
  const end = { x: right ? b.x : b.x + b.width, y: to.y };
  const far = Math.abs(end.x - start.x);
  const bend = Math.max(Math.min(40, far), far / 2) * (right ? 1 : -1);
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}

// Mouse and keys.

function listenTo(stage) {
  stage.setAttribute("tabindex", "0");
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", "picture: arrow keys move it, plus and minus enlarge it, f fits it; Tab goes to its states");
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, { x: event.clientX, y: event.clientY });
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => drag(stage, event));
  stage.addEventListener("click", (event) => {
    if (stage.dataset.dragged) delete stage.dataset.dragged;
    else chooseAt(event.target);
  });
  stage.addEventListener("keydown", (event) => stageKey(stage, event));
}

/** A press that moves further than a hand trembles drags the picture. */
function drag(stage, press) {
  if (press.button !== 0) return;
  let last = press;
  const move = (event) => {
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > 4;
    if (!far && !stage.dataset.dragged) return;
    stage.dataset.dragged = "yes";
    const place = stage.getBoundingClientRect();
    pan((last.clientX - event.clientX) / place.width, (last.clientY - event.clientY) / place.height);
    last = event;
  };
  const end = () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    // The click that follows a drag comes before this.
    setTimeout(() => delete stage.dataset.dragged, 0);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
}

function chooseAt(target) {
  const group = target.closest("[data-group]");
  if (group) return toggleGroup(Number(group.dataset.group));
  const edge = target.closest("[data-from]");
  const state = target.closest("[data-node]");
  const id = (name) => (/^s\d+$/.test(name) ? Number(name.slice(1)) : null);
  if (edge && id(edge.dataset.from) !== null && id(edge.dataset.to) !== null) chooseEdge(id(edge.dataset.from), id(edge.dataset.to));
  else if (state && id(state.dataset.node) !== null) chooseState(id(state.dataset.node));
}

/** What keys go to. */
const STOPS = "[data-node], [data-group]";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** On the picture arrows move it; on a state they go to the next state in that direction. */
function stageKey(stage, event) {
  const state = event.target.closest(STOPS);
  const way = own(ARROWS, event.key);
  if (way) {
    event.preventDefault();
    if (state) stepFocus(state, way);
    else pan(way[0] * PAN_STEP, way[1] * PAN_STEP);
  } else if (state && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    chooseAt(state);
  }
}

function stepFocus(state, [across, down]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const here = middle(state);
  let [best, least] = [null, Infinity];
  for (const other of state.closest("svg").querySelectorAll(STOPS)) {
    const there = middle(other);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = dx * across + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * across);
    if (other !== state && along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  if (best) focusState(best);
}

/** One state of a picture can be reached with Tab: the one that was visited last. */
function focusState(element) {
  for (const other of element.closest("svg").querySelectorAll(STOPS)) other.setAttribute("tabindex", "-1");
  element.setAttribute("tabindex", "0");
  element.focus({ preventScroll: true });
  bring(element);
}
