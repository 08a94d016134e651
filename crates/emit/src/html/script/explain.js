// What is said of a state or an edge in the panel, and the line of the source that belongs to it.

/** Chooses a state: the picture marks it, the panel explains it. `wanted` opens the failures that contain a text. */
function chooseState(id, wanted = "") {
  if (!desk.index.states.has(id)) return;
  desk.chosen = { state: id };
  reveal(id);
  openTab("explain");
  document.getElementById("explain").replaceChildren(...stateText(desk.index, id, wanted));
  document.getElementById("explain").scrollTop = 0;
  refreshMarks();
  bring(stateElement(id));
  announce(`state ${id} chosen`);
}

/** Chooses what leads from one state to another. */
function chooseEdge(from, to) {
  const steps = stepsBetween(desk.index, from, to);
  if (!steps.length) return;
  desk.chosen = { edge: [from, to] };
  reveal(from);
  openTab("explain");
  document.getElementById("explain").replaceChildren(...edgeText(desk.index, steps));
  document.getElementById("explain").scrollTop = 0;
  refreshMarks();
  const [element] = edgeElements(from, to);
  bring(element || stateElement(from));
  const place = steps.map((step) => step.cause?.place || step.place).find((one) => lineOf(one));
  showLine(lineOf(place));
  announce(`${steps[0].text}, from state ${from} to state ${to}`);
}

/** Marks what is chosen, with the arrows that the picture leaves out. */
function refreshMarks() {
  const { state, edge } = desk.chosen || {};
  mark("chosen", state === undefined ? [] : [state], edge ? [edge] : []);
  const leaving = state === undefined ? [] : desk.index.leaving.get(state).filter((step) => !step.inside);
  drawMissing(edge ? [edge] : leaving.map((step) => [step.from, step.to]));
}

function stateText(index, id, wanted) {
  const [role, steps] = [roleOf(index, id), index.leaving.get(id)];
  const of = (...effects) => steps.filter((step) => effects.includes(step.effect));
  const [legal, illegal, unknown] = [of("legal"), of("illegal"), of("unknown", "undecided")];
  const heading = el("h3", {}, `State ${id}`, role ? el("span", { class: "role" }, ` ${role}`) : null);
  const { beyond, role: stands } = index.states.get(id);
  const nothing = beyond || stands === "open" ? "nothing was looked at" : "nothing";
  return [
    heading,
    stateTools(index, id),
    ...registersOf(index, id),
    ...wayText(index, id),
    ...changed(of("lost"), "Lost here: in the old version only"),
    ...changed(of("gained"), "Gained here: in the new version only"),
    el("h4", {}, FOLLOWS[index.kind]),
    legal.length ? stepList(legal) : el("p", { class: "soft" }, nothing),
    ...endsOf(index, id),
    ...(unknown.length ? [el("h4", {}, index.kind === "joint" ? "Not decided here" : "Unknown here"), stepList(unknown)] : []),
    ...(illegal.length ? [failures(illegal, wanted)] : []),
  ];
}

/** What stands above the steps of a state that all have. */
const FOLLOWS = { interface: "Legal here", language: "What follows", transducer: "What follows", joint: "In both versions" };

/** What only one of two versions has. */
function changed(steps, title) {
  return steps.length ? [el("h4", { class: steps[0].effect }, title), stepList(steps)] : [];
}

function stateTools(index, id) {
  const tools = [button("Neighbours", () => showNear(id, 1), { title: "only this state and what is near it" })];
  if (index.kind === "interface" && shortestWay(index, id) && index.states.get(id).answer === "ok") {
    tools.push(button("Walk from here", () => walkTo(id)));
  }
  return el("p", { class: "tools" }, ...tools);
}

function registersOf(index, id) {
  const held = index.states.get(id).holds || [];
  return held.length ? [el("p", { class: "soft" }, `remembers ${held.join(", ")}`)] : [];
}

function wayText(index, id) {
  const code = wayAsCode(index, id);
  const title = { interface: "A shortest way here", joint: "A shortest way here", language: "Events on a shortest way here", transducer: "What is read on a shortest way here" };
  if (code === null) return [el("p", { class: "soft" }, "no legal call leads here")];
  if (code === "") return [];
  const guessed = (shortestWay(index, id) || []).some((step) => step.sure !== "established");
  const doubt = guessed ? el("p", { class: "warn" }, "parts of this way are not established") : null;
  return [el("h4", {}, title[index.kind]), codeBlock(code, "the way here"), doubt].filter(Boolean);
}

/** What happens at the end of input. */
function endsOf(index, id) {
  if (index.kind !== "transducer") return [];
  const ends = index.model.ends.filter((end) => end.state === id);
  const said = (end) => `${end.guard === "true" ? "" : `if ${end.guard_text || end.guard}: `}writes ${end.writes_text || end.writes.join(" ") || "nothing"}`;
  const items = ends.map((end) => el("li", {}, said(end)));
  return [el("h4", {}, "At the end of input"), items.length ? el("ul", {}, ...items) : el("p", { class: "soft" }, "not defined")];
}

/** Calls with where they lead, each of which can be asked about. */
function stepList(steps) {
  return el("ul", { class: "steps" }, ...steps.map((step) => {
    const stays = step.from === step.to;
    const leads = leadsOn(desk.index, step) ? (stays ? "stays" : `→ ${step.to}`) : step.effect;
    const text = [sureSign(step), el("code", {}, step.head)];
    const note = desk.index.kind !== "transducer" ? (step.guard ? ` if ${step.guard}` : "") : ` / ${step.said || "nothing"}`;
    const guard = note ? el("code", { class: "guard" }, note) : null;
    const why = step.effect !== "legal" && step.cause ? el("span", { class: "why" }, causeText(step)) : saidOf(step);
    return el("li", {}, button([...text, guard, el("span", { class: "leads" }, ` ${leads}`)].filter(Boolean), () => chooseEdge(step.from, step.to), { class: `step ${step.effect}` }), why);
  }));
}

/** What a comparison says of a step beyond who has it. */
function saidOf(step) {
  return desk.index.kind === "joint" && step.said ? el("span", { class: "why" }, step.said) : null;
}

function sureSign(step) {
  return step.sure === "established" ? "" : el("span", { title: "not established, a guess" }, "~ ");
}

/** What fails in a state, by why. */
function failures(steps, wanted) {
  const reasons = new Map();
  for (const step of steps) {
    const why = step.cause ? `${step.cause.what} ${placeText(step.cause.place)}` : "";
    if (!reasons.has(why)) reasons.set(why, []);
    reasons.get(why).push(step);
  }
  const groups = [...reasons.values()].map((group) => el("div", { class: "failure" },
    el("p", {}, causeText(group[0])),
    el("ul", {}, ...group.map((step) => el("li", {}, sureSign(step), el("code", {}, step.text))))));
  const list = onDemand(`Fails here: ${counted(steps.length, "call")}`, ...groups);
  const matches = (step) => `${step.text} ${step.cause?.what || ""}`.toLowerCase().includes(wanted);
  if (wanted && steps.some(matches)) {
    list.setAttribute("open", "");
    showLine(lineOf(steps.find(matches).cause?.place));
  }
  return list;
}

/** Why a call does not return, with a link to the line. */
function causeText(step) {
  if (!step.cause) return step.effect === "illegal" ? "it fails" : "no reason is given";
  const place = step.cause.place;
  return el("span", {}, step.cause.what, place ? ", " : "", place ? placeLink(place) : "");
}

function edgeText(index, steps) {
  const { from, to } = steps[0];
  const role = roleOf(index, to);
  const ends = (id) => button(nameOf(index, id), () => chooseState(id), { class: "link", "aria-label": `state ${id}` });
  const stays = from === to;
  const heading = el("h3", {}, "From ", ends(from), stays ? " back to it" : " to ", stays ? "" : ends(to), role ? el("span", { class: "role" }, ` ${role}`) : null);
  return [heading, ...steps.map((step) => stepText(index, step))];
}

/** What a state is called: where versions part there is no state of both. */
function nameOf(index, id) {
  const names = { old: "the old version alone", new: "the new version alone" };
  const name = index.model.about === "calls" ? own(names, index.states.get(id).role) : "";
  return name || String(id);
}

/** Everything that is known of one step. */
function stepText(index, step) {
  const facts = [];
  const add = (name, ...value) => facts.push(el("dt", {}, name), el("dd", {}, ...value));
  if (step.guard && step.guard !== "true") add(index.kind === "transducer" ? "Guard" : "If", el("code", {}, step.guard));
  if (index.kind === "transducer") add("Writes", el("code", {}, step.said || "nothing"));
  const updates = Object.entries(step.updates || {});
  if (updates.length) add("Sets", ...updates.map(([name, value]) => el("code", { class: "update" }, `${name} = ${value}`)));
  if (step.cause) add(step.effect === "illegal" ? "Fails" : "Unknown", causeText(step));
  if (step.place) add("Declared", placeLink(step.place));
  if (index.kind === "joint") {
    add("Versions", { legal: "both", lost: "only the old one", gained: "only the new one" }[step.effect] || "not decided");
    if (step.said) add("Note", step.said);
    if (!step.certain) add("Known", "within bounds only");
  }
  if (step.dominating) add("Note", "every word contains this event");
  if (step.mark) add("Known", step.mark);
  if (step.sure === "answered" && index.kind === "interface") add("Not established", "where it leads is a guess");
  if (step.sure === "guessed") add("Not established", "what it is answered with is a guess, too");
  const code = isCalled(index) && step.example.length ? codeBlock(statement(step.example, step), "an example") : null;
  const others = (step.symbol?.alternatives || []).map((lines) => statement(lines, step));
  const more = others.length ? onDemand(counted(others.length, "further example"), codeBlock(others.join("\n"), "further examples")) : null;
  return el("section", { class: `said ${step.effect}` }, el("h4", {}, sureSign(step), el("code", {}, step.head)), el("dl", {}, ...facts), code, more);
}

// The source.

function placeText(place) {
  if (!place) return "";
  return place.line ? `${place.file}:${place.line}` : place.file;
}

/** The line of the source that is shown, if the place lies in it. */
function lineOf(place) {
  return place && place.file === desk.source && document.getElementById(`L${place.line}`) ? place.line : null;
}

function placeLink(place) {
  const line = lineOf(place);
  return line ? el("a", { href: `#L${line}` }, `line ${line}`) : placeText(place);
}

/** Scrolls the source to a line and marks it. */
function showLine(line) {
  const shown = line ? document.getElementById(`L${line}`) : null;
  for (const old of document.querySelectorAll(".line.marked")) old.classList.remove("marked");
  if (!shown) return;
  shown.classList.add("marked");
  const frame = shown.closest(".source");
  frame.scrollTop = shown.offsetTop - frame.clientHeight / 2;
}
