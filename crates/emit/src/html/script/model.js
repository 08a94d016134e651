// The model of the report, made ready for questions: which steps leave a state, how to get there, what each step means.
// A step has `from`, `to`, a `text`, an `effect` (legal, illegal, unknown or undecided; of two versions also lost and gained),
// whether it is told `inside` its state, and what its kind of model adds.

/** The report and its model; `steps` leave states, which are found by their ids. */
function indexed(report) {
  const model = report.model;
  const kinds = { interface: interfaceSteps, language: languageSteps, transducer: transducerSteps, joint: jointSteps };
  const steps = kinds[model.kind](report);
  const leaving = new Map(model.states.map((state) => [state.id, []]));
  for (const step of steps) {
    step.inside ??= step.effect === "illegal";
    leaving.get(step.from).push(step);
  }
  const states = new Map(model.states.map((state) => [state.id, state]));
  return { report, model, kind: model.kind, steps, leaving, states, initial: initialState(model) };
}

function initialState(model) {
  return model.kind === "transducer" ? model.starts[0]?.state : model.initial;
}

/** What a state is, where its number alone says too little. */
function roleOf(index, id) {
  const state = index.states.get(id);
  if (index.kind === "language") return state.accepting ? verbOf(index) : state.doomed ? "the program can only fail from here" : "";
  if (index.kind === "transducer") return failureOf(state.failure);
  if (index.kind === "joint") return [state.means, ...endsIn(state)].filter(Boolean).join("; ");
  if (state.answer === "error") return "error";
  if (state.answer === "unknown") return state.undecided ? "undecided" : "unknown";
  if (id === index.model.initial) return makesObjects(index.model) ? "before construction" : "at first";
  return state.beyond ? "beyond: nothing was looked at from here on" : "";
}

function verbOf(index) {
  return index.report.command === "explain" ? "the program ends here" : "the program has failed";
}

function failureOf(failure) {
  if (!failure) return "";
  return failure === "not-known" ? "not known what happens" : `the program fails: ${failure.fails}`;
}

// Interfaces.

function interfaceSteps(report) {
  const model = report.model;
  const symbols = new Map(model.alphabet.map((symbol) => [symbol.symbol, symbol]));
  const methods = new Map((model.methods || []).map((method) => [method.name, method]));
  const states = new Map(model.states.map((state) => [state.id, state]));
  const steps = model.transitions.map((transition) => {
    const symbol = symbols.get(transition.symbol);
    const method = methods.get(symbol.method);
    return {
      from: transition.from,
      to: transition.to,
      effect: effectOf(states.get(transition.to)),
      sure: standing(transition),
      name: transition.symbol,
      head: headOf(symbol, method),
      guard: symbol.guard.trim() === "true" ? "" : symbol.guard,
      text: headOf(symbol, method) + (symbol.guard.trim() === "true" ? "" : ` if ${symbol.guard}`),
      updates: transition.updates || {},
      cause: transition.error || transition.unknown || null,
      place: method ? method.place : null,
      example: transition.example || symbol.example || [],
      symbol,
      method,
    };
  });
  return steps.filter((step) => !makesObjects(model) || isPossible(step, model.initial));
}

function effectOf(state) {
  if (state.answer === "error") return "illegal";
  if (state.answer === "unknown") return state.undecided ? "undecided" : "unknown";
  return "legal";
}

/** How much of a transition is established. */
function standing(transition) {
  if (transition.answered === false) return "guessed";
  return transition.established === false ? "answered" : "established";
}

/** Whether some of the calls make an object, which others need. */
function makesObjects(model) {
  return (model.methods || []).some((method) => method.constructs);
}

/** Methods are called on objects, and constructors make them: other calls cannot be made, although the model has them. */
function isPossible(step, initial) {
  const fails = step.effect === "illegal" || step.effect === "undecided";
  return !fails || !step.method || step.method.constructs === (step.from === initial);
}

/** Name and parameters; the name of an overload ends in types, which then stand with the parameters. */
function headOf(symbol, method) {
  const overload = symbol.method.endsWith(")") && symbol.method.includes("(");
  if (!overload || !method) return `${symbol.method}(${(symbol.parameters || []).join(", ")})`;
  const typed = method.parameters.map((one) => `${one.type.split(".").pop()} ${one.name}`);
  return `${symbol.method.split("(")[0]}(${typed.join(", ")})`;
}

// Languages.

function languageSteps(report) {
  const places = new Map(report.model.alphabet.map((event) => [event.symbol, placeOf(event.place)]));
  return report.model.transitions.map((step) => ({
    ...step,
    effect: "legal",
    sure: step.mark === "conjectured" ? "answered" : "established",
    name: step.symbol,
    head: step.symbol,
    text: step.symbol,
    place: places.get(step.symbol),
  }));
}

/** A place as events name it: file:line. */
function placeOf(text) {
  const found = text ? /^(.*?)(?::(\d+))?$/.exec(text) : null;
  return found ? { file: found[1].split(/[/\\]/).pop(), line: Number(found[2] || 0) } : null;
}

// Transducers.

function transducerSteps(report) {
  const model = report.model;
  const failing = new Set(model.states.filter((state) => state.failure).map((state) => state.id));
  const registers = (model.registers || []).map((register) => register.name);
  return model.transitions.map((step, number) => {
    const reads = step.guard_text || step.guard;
    const writes = step.writes_text || step.writes.join(" ");
    const changed = (step.updates || []).map((value, i) => [registers[i], value]).filter(([name, value]) => name !== value);
    return {
      ...step,
      number,
      effect: failing.has(step.to) ? "illegal" : "legal",
      sure: "established",
      name: reads,
      head: reads,
      text: `${reads} / ${writes || "nothing"}`,
      reads,
      said: writes,
      updates: Object.fromEntries(changed),
      place: null,
    };
  });
}

// Two versions.

/** Where only one version goes on: a call that leads there is told inside its state, an event is drawn. */
const APART = ["old", "new"];

function jointSteps(report) {
  const { states, steps, about } = report.model;
  const apart = new Set(states.filter((state) => about === "calls" && APART.includes(state.role)).map((state) => state.id));
  return steps.map((step) => ({
    ...step,
    effect: step.change === "alike" ? "legal" : step.change,
    sure: step.certain ? "established" : "answered",
    name: step.head,
    text: step.head + (step.guard ? ` if ${step.guard}` : ""),
    example: step.example ? [step.example] : [],
    inside: apart.has(step.to),
    place: null,
  }));
}

const ENDS = {
  alike: "words of both versions end here",
  lost: "words of the old version alone end here",
  gained: "words of the new version alone end here",
  undecided: "words end here of which it is not decided whether both versions have them",
};

function endsIn(state) {
  return (state.ends || []).map((change) => ENDS[change]);
}

// Questions.

/** Why so many calls, events or symbols are more than the model promises anything of; nothing where they are not. */
function beyondPromise(index, count) {
  const { kind, depth, unless } = index.report.verdict;
  if (kind === "violated") return "The code does not do what this model says.";
  const partial = index.model.states.some((state) => state.undecided);
  const limited = kind === "up-to" && typeof depth === "number" && !unless && !partial;
  const what = { interface: "call", language: "event", transducer: "symbol" }[index.kind];
  return limited && count > depth ? `Nothing is promised beyond ${counted(depth, what)}.` : "";
}

/** The steps from one state to another. */
function stepsBetween(index, from, to) {
  return index.leaving.get(from).filter((step) => step.to === to);
}

/** A shortest way to a state, over legal steps that are established, then over any legal ones; null if there is none. */
function shortestWay(index, target) {
  return wayOver(index, target, (step) => step.sure === "established") || wayOver(index, target, () => true);
}

function wayOver(index, target, admitted) {
  const before = new Map([[index.initial, null]]);
  const waiting = [index.initial];
  for (const id of waiting) {
    if (id === target) return unwound(before, id);
    for (const step of index.leaving.get(id) || []) {
      if (before.has(step.to) || !admitted(step) || (!leadsOn(index, step) && step.to !== target)) continue;
      before.set(step.to, step);
      waiting.push(step.to);
    }
  }
  return null;
}

/** Whether there is something behind a step. */
function leadsOn(index, step) {
  return index.kind === "joint" ? !step.inside : step.effect === "legal";
}

function unwound(before, id) {
  const way = [];
  for (let step = before.get(id); step; step = before.get(step.from)) way.unshift(step);
  return way;
}

/** The way to a state as text to copy: statements of Java, events, or what is read. */
function wayAsCode(index, id) {
  const state = index.states.get(id);
  if (index.kind === "interface" && state.way && state.way.length) return state.way.map((call) => statement(call.call)).join("\n");
  const way = shortestWay(index, id);
  if (!way) return null;
  return way.map((step) => (isCalled(index) ? statement(step.example, step) : step.head)).join("\n");
}

/** Whether steps are calls of Java. */
function isCalled(index) {
  return index.kind === "interface" || index.model.about === "calls";
}

/** A call as a statement; several statements get a block of their own, so that their names do not meet. */
function statement(lines, step) {
  if (!lines.length) return `// ${step ? step.text : "a call that cannot be written"}`;
  const call = lines[lines.length - 1];
  const constructs = /^new\b/.test(call);
  if (constructs) return [...lines.slice(0, -1), `var it = ${call}`].map((line) => `${line};`).join("\n");
  return lines.length === 1 ? `${call};` : `{ ${lines.map((line) => `${line};`).join(" ")} }`;
}
