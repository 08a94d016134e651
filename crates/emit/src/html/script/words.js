// Sequences of events, one after the other: the words of a language, and the ways to where two versions differ.

/** More are in the report, not in the list. */
const MOST_LISTED = 300;

const reading = { one: null, at: -1 };

/** What can be read: its events, the steps that they take, and what is said of it. */
function readings(index) {
  if (index.kind === "joint") return index.model.witnesses.map((witness) => readWitness(index, witness));
  return (index.model.words || []).map((word) => ({
    title: word.events.join(" > "),
    events: word.events,
    steps: stepsOf(index, word),
    warnings: [
      word.witnessed === false ? "No inputs were found: the word only follows from the automaton." : "",
      word.open ? "It takes a choice that C leaves to compilers." : "",
    ].filter(Boolean),
    more: [...inputsOf(word), ...(word.harness ? [el("h4", {}, "Harness"), codeBlock(word.harness, "the file that gives these inputs")] : [])],
  }));
}

const SIGNS = { lost: "− ", gained: "+ " };

function readWitness(index, witness) {
  const said = witness.remarks.map((remark) => el("p", { class: "soft" }, remark));
  const [name, text] = witness.code || [];
  return {
    title: `${own(SIGNS, witness.change) || "? "}${inBrief(index, witness.calls)}`,
    heading: el("h4", { class: witness.change }, witness.title),
    events: witness.calls,
    // Where the versions part is what one wants to see.
    first: witness.calls.length - 1,
    steps: witness.steps.map((at) => index.steps[at]),
    warnings: [],
    more: [...said, ...(text ? [el("h4", {}, name), codeBlock(text, "a program that shows it")] : [])],
  };
}

/** Words are told apart by all of their events, calls by the last: what comes before is often the same. */
function inBrief(index, calls) {
  if (!isCalled(index)) return calls.join(" > ");
  const before = calls.slice(0, -1).join("; ");
  return `${calls[calls.length - 1]}${before ? ` after ${before}` : ""}`;
}

function inputsOf(word) {
  const inputs = word.inputs.map((input) => el("li", {}, el("code", {}, input.value), ` from ${input.name}`, input.open ? " (nobody can choose it)" : ""));
  return [el("h4", {}, "Inputs"), inputs.length ? el("ol", { id: "inputs" }, ...inputs) : el("p", { class: "soft" }, "none")];
}

const READ = {
  language: { none: "the report lists no words", what: "word", label: "words" },
  joint: { none: "no difference is listed", what: "difference", label: "differences" },
};

function wordsPanel(index) {
  const [all, words] = [readings(index), READ[index.kind]];
  if (!all.length) return [el("p", { class: "soft" }, words.none)];
  const list = el("select", { id: "words", "aria-label": words.label, size: Math.min(6, Math.max(2, all.length)) },
    ...all.slice(0, MOST_LISTED).map((one, i) => el("option", { value: i }, `${i + 1}. ${cut(one.title, 80)}`)));
  list.addEventListener("change", () => read(all[Number(list.value)]));
  const more = all.length > MOST_LISTED ? el("p", { class: "soft" }, `and ${all.length - MOST_LISTED} more in the report`) : null;
  const count = el("h3", {}, index.kind === "joint" ? counted(all.length, words.what) : `${counted(all.length, words.what)} found`);
  return [count, list, more, el("div", { id: "word" })].filter(Boolean);
}

/** Reads the first at once. */
function readFirst(index) {
  const [first] = readings(index);
  if (!first) return;
  document.getElementById("words").value = "0";
  read(first);
}

/** The steps of a word through the automaton. */
function stepsOf(index, word) {
  let state = index.initial;
  const steps = [];
  for (const event of word.events) {
    const step = (index.leaving.get(state) || []).find((one) => one.symbol === event);
    if (!step) break;
    steps.push(step);
    state = step.to;
  }
  return steps;
}

function read(one) {
  reading.one = one;
  reading.at = -1;
  const { steps } = one;
  const step = isCalled(desk.index) ? "call" : "event";
  mark("trail", steps.map((step) => step.from), steps.map((step) => [step.from, step.to]));
  const go = (by) => showEvent(Math.min(Math.max(reading.at + by, 0), one.events.length - 1));
  const events = one.events.map((event, at) => el("li", {}, button(el("code", {}, event), () => showEvent(at), { class: "step" })));
  document.getElementById("word").replaceChildren(
    ...(one.heading ? [one.heading] : []),
    el("p", { class: "tools" }, button(`Previous ${step}`, () => go(-1), { id: "previous-event" }), button(`Next ${step}`, () => go(1), { id: "next-event" })),
    el("ol", { id: "events" }, ...events),
    ...one.warnings.map((text) => el("p", { class: "warn" }, text)),
    ...one.more,
  );
  if (one.events.length) showEvent(one.first || 0);
}

function showEvent(at) {
  reading.at = at;
  const step = reading.one.steps[at];
  document.querySelectorAll("#events li").forEach((row, i) => row.classList.toggle("now", i === at));
  if (!step) return;
  mark("now", [], [[step.from, step.to]]);
  mark("here", [step.inside ? step.from : step.to]);
  drawMissing([[step.from, step.to]]);
  bring(stateElement(step.to) || stateElement(step.from));
  showLine(lineOf(step.place));
  announce(`step ${at + 1}: ${step.head}, from ${step.from} to ${nameOf(desk.index, step.to)}`);
}
