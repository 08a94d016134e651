// The words of a language, one event after the other.

/** More words are in the report, not in the list. */
const MOST_LISTED = 300;

const reading = { word: null, at: -1 };

function wordsPanel(index) {
  const words = index.model.words || [];
  if (!words.length) return [el("p", { class: "soft" }, "the report lists no words")];
  const list = el("select", { id: "words", "aria-label": "words", size: Math.min(6, Math.max(2, words.length)) },
    ...words.slice(0, MOST_LISTED).map((word, i) => el("option", { value: i }, `${i + 1}. ${cut(word.events.join(" > "), 80)}`)));
  list.addEventListener("change", () => readWord(index, words[Number(list.value)]));
  const more = words.length > MOST_LISTED ? el("p", { class: "soft" }, `and ${words.length - MOST_LISTED} more in the report`) : null;
  const count = el("h3", {}, `${counted(words.length, "word")} found`);
  return [count, list, more, el("div", { id: "word" })].filter(Boolean);
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

function readWord(index, word) {
  reading.word = { ...word, steps: stepsOf(index, word) };
  reading.at = -1;
  const { steps } = reading.word;
  mark("trail", steps.map((step) => step.from), steps.map((step) => [step.from, step.to]));
  const go = (by) => showEvent(Math.min(Math.max(reading.at + by, 0), word.events.length - 1));
  const events = word.events.map((event, at) => el("li", {}, button(el("code", {}, event), () => showEvent(at), { class: "step" })));
  const inputs = word.inputs.map((input) => el("li", {}, el("code", {}, input.value), ` from ${input.name}`, input.open ? " (nobody can choose it)" : ""));
  const notes = [
    word.witnessed === false ? "No inputs were found: the word only follows from the automaton." : "",
    word.open ? "It takes a choice that C leaves to compilers." : "",
  ].filter(Boolean).map((text) => el("p", { class: "warn" }, text));
  document.getElementById("word").replaceChildren(
    el("p", { class: "tools" }, button("Previous event", () => go(-1), { id: "previous-event" }), button("Next event", () => go(1), { id: "next-event" })),
    el("ol", { id: "events" }, ...events),
    ...notes,
    el("h4", {}, "Inputs"),
    inputs.length ? el("ol", { id: "inputs" }, ...inputs) : el("p", { class: "soft" }, "none"),
    ...(word.harness ? [el("h4", {}, "Harness"), codeBlock(word.harness, "the file that gives these inputs")] : []),
  );
  if (word.events.length) showEvent(0);
}

function showEvent(at) {
  reading.at = at;
  const step = reading.word.steps[at];
  document.querySelectorAll("#events li").forEach((row, i) => row.classList.toggle("now", i === at));
  if (!step) return;
  mark("now", [], [[step.from, step.to]]);
  mark("here", [step.to]);
  drawMissing([[step.from, step.to]]);
  bring(stateElement(step.to));
  showLine(lineOf(step.place));
  announce(`event ${at + 1}: ${step.head}, from ${step.from} to ${step.to}`);
}
