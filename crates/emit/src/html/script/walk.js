// Walking through an interface: call after call from the beginning, with arguments for which guards are evaluated here.

const walk = { taken: [], typed: new Map(), choice: null };

/** Where the walk is: the state, the values of registers (undefined where not known), and the call that failed, if one has. */
function whereNow() {
  const last = walk.taken[walk.taken.length - 1];
  if (!last) return { state: desk.index.initial, registers: new Map(), failed: null };
  const stopped = last.step.effect !== "legal";
  return { state: stopped ? last.step.from : last.step.to, registers: last.registers, failed: stopped ? last : null };
}

/** The names and types of what a method's guards speak of. */
function argumentsOf(method) {
  if (!method) return [];
  const named = method.scalars && method.scalars.length ? method.scalars : method.parameters;
  return named.map((one) => ({ name: one.name, type: reportType(one.type, isMathematical()), said: one.type }));
}

function isMathematical() {
  return desk.index.report.verdict.integers === "mathematical";
}

function typesFor(method) {
  const registers = (desk.index.model.registers || []).map((one) => [one.name, reportType(one.type, isMathematical())]);
  const own = argumentsOf(method).map((one) => [one.name, one.type]);
  return new Map([...registers, ...own].filter(([, type]) => type));
}

/** A truth value, or the reason why there is none. */
function judged(text, method, values) {
  try {
    return { holds: compiled(text, typesFor(method), TRUTH)(values) };
  } catch (reason) {
    return { why: reason instanceof NotKnown ? reason.message : "it is not an expression that this page can read" };
  }
}

/** New values of registers after a step, from the arguments and the old values. */
function updated(step, values, old) {
  const fresh = new Map(old);
  const types = typesFor(step.method);
  for (const [name, text] of Object.entries(step.updates)) {
    try {
      fresh.set(name, compiled(text, types, types.get(name))(values));
    } catch {
      fresh.set(name, undefined);
    }
  }
  return fresh;
}

/** Takes a step; `values` are those of its arguments, as far as they are known. */
function take(step, values, said) {
  const { registers } = whereNow();
  const all = new Map([...registers, ...values]);
  walk.taken.push({ step, values, said, registers: step.effect === "legal" ? updated(step, all, registers) : registers });
  walk.choice = null;
  renderWalk();
  const place = step.cause?.place || step.place;
  showLine(lineOf(place));
  const what = step.effect === "legal" ? `now in state ${step.to}` : `${step.effect}: ${step.cause ? step.cause.what : ""}`;
  announce(`${step.head}: ${what}`);
}

/** Calls a method with what was typed: the guard that holds says what happens. */
function callWith(method, steps, values) {
  const all = new Map([...whereNow().registers, ...values]);
  const said = writtenCall(method, values);
  if (method.domain && judged(method.domain, method, values).holds === false) {
    walk.choice = { method, why: "no arguments are like that", steps: [], values, said };
    return renderWalk();
  }
  const results = steps.map((step) => ({ step, ...judged(step.guard || "true", method, all) }));
  const holding = results.filter((one) => one.holds === true);
  if (holding.length === 1) return take(holding[0].step, values, said);
  const open = results.filter((one) => one.holds === undefined);
  walk.choice = { method, why: open[0]?.why || "no guard holds", steps: open.map((one) => one.step), values, said };
  return renderWalk();
}

/** Takes one case of a method, with arguments that belong to it where some are found. */
function takeCase(step) {
  const values = fittingValues(step);
  take(step, values || new Map(), values ? writtenCall(step.method, values) : null);
}

/** The most combinations of values that are tried. */
const MOST_TRIALS = 20000;

/** Arguments for which a guard holds: those that were typed, or made of the numbers that the guard speaks of. */
function fittingValues(step) {
  const named = argumentsOf(step.method).filter((one) => one.type);
  const { registers } = whereNow();
  const fits = (values) => judged(step.guard || "true", step.method, new Map([...registers, ...values])).holds === true
    && judged(step.method?.domain || "true", step.method, values).holds !== false;
  const typed = typedValues(step.method);
  if (typed.values.size === named.length && fits(typed.values)) return typed.values;
  const pools = named.map((one) => candidates(one.type, step.guard || "", registers));
  const total = pools.reduce((product, pool) => product * pool.length, 1);
  for (let i = 0; i < Math.min(total, MOST_TRIALS); i += 1) {
    let rest = i;
    const values = new Map(named.map((one, n) => {
      const value = pools[n][rest % pools[n].length];
      rest = Math.floor(rest / pools[n].length);
      return [one.name, value];
    }));
    if (fits(values)) return values;
  }
  return null;
}

function candidates(type, guard, registers) {
  if (type.kind === "truth") return [false, true];
  const numbers = [0n, 1n, ...(guard.match(/\d+/g) || []).map(BigInt), ...[...registers.values()].filter((value) => typeof value === "bigint")];
  const near = numbers.flatMap((n) => [n, n + 1n, n - 1n, -n]);
  if (type.kind === "float") return [...new Set(near.map(Number))].flatMap((n) => [n, n + 0.5]);
  return [...new Set(near.filter((n) => type.kind === "integer" || fitted(type, n) === n))];
}

// Code.

/** The call as Java writes it, where its arguments are plain values. */
function writtenCall(method, values) {
  const plain = !(method.scalars && method.scalars.length) && method.parameters.every((one) => values.has(one.name));
  if (!plain) return null;
  const args = method.parameters.map((one) => literal(values.get(one.name), one.type)).join(", ");
  const name = method.name.split("(")[0];
  return method.constructs ? `new ${desk.index.report.subject.name.split(".").pop().replace(/\$/g, ".")}(${args})` : `it.${name}(${args})`;
}

function literal(value, type) {
  if (type === "long") return `${value}L`;
  if (["byte", "short", "char"].includes(type)) return `(${type}) ${value}`;
  return type === "float" ? `${value}f` : String(value);
}

function walkAsCode() {
  return walk.taken.map(({ step, said }) => {
    const code = said ? statement([said]) : statement(step.example, step);
    if (step.effect === "legal") return code;
    return `${code} // ${step.effect}${step.cause ? `: ${step.cause.what}` : ""}`;
  }).join("\n");
}

// The panel.

function walkTo(id) {
  const way = shortestWay(desk.index, id) || [];
  walk.taken = [];
  walk.choice = null;
  openTab("walk");
  way.forEach((step) => takeCase(step));
  renderWalk();
}

function undo() {
  walk.taken.pop();
  walk.choice = null;
  renderWalk();
}

function restart() {
  walk.taken = [];
  walk.choice = null;
  showLine(null);
  renderWalk();
}

/** Shows where the walk is and what can be called; keeps the focus where it was. */
function renderWalk() {
  const panel = document.getElementById("walk");
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const { state, registers, failed } = whereNow();
  panel.replaceChildren(walkHead(state, registers), ...(failed ? [failureText(failed)] : []), ...choiceText(), ...(failed ? [] : callsIn(state)), walkSteps());
  mark("here", [state]);
  mark("trail", walk.taken.map(({ step }) => step.from), walk.taken.map(({ step }) => [step.from, step.to]));
  if (walk.taken.length) bring(stateElement(state));
  if (focused) (panel.querySelector(`[data-key="${CSS.escape(focused)}"]`) || panel.querySelector("button"))?.focus();
}

function walkHead(state, registers) {
  const role = roleOf(desk.index, state);
  const known = [...registers].map(([name, value]) => `${name} = ${value === undefined ? "not known" : value}`);
  const place = el("h3", { id: "where" }, `In state ${state}`, role ? el("span", { class: "role" }, ` ${role}`) : null);
  const held = known.length ? el("p", { class: "registers" }, el("code", {}, known.join(", "))) : null;
  const none = walk.taken.length === 0;
  return el("div", {}, place, held, ...walkDoubts(), el("p", { class: "tools" },
    button("Undo", undo, { disabled: none, "data-key": "undo" }),
    button("Restart", restart, { disabled: none, "data-key": "restart" })));
}

/** What is not established of the walk. */
function walkDoubts() {
  const guessed = walk.taken.some(({ step }) => step.sure !== "established");
  const doubts = [guessed ? "Parts of this walk are guesses, not established." : "", beyondPromise(desk.index, walk.taken.length)];
  return doubts.filter(Boolean).map((text) => el("p", { class: "warn" }, text));
}

function failureText({ step, said }) {
  const call = said || step.example[step.example.length - 1] || step.text;
  const what = { illegal: "This call fails", unknown: "It is not known what this call does", undecided: "It was not decided what this call does" };
  const guessed = step.sure === "guessed" ? el("p", { class: "warn" }, "This is a guess of the learner, not established.") : null;
  return el("div", { class: `outcome ${step.effect}`, role: "alert" }, el("p", {}, el("b", {}, what[step.effect])),
    el("p", {}, el("code", {}, call)), el("p", {}, causeText(step)), guessed, el("p", { class: "soft" }, "Nothing is said of what follows: undo it, or start again."));
}

/** Where a guard could not be evaluated, people choose. */
function choiceText() {
  if (!walk.choice) return [];
  const { why, steps, values, said } = walk.choice;
  const buttons = steps.map((step) => button(step.text, () => take(step, values, said), { class: `step ${step.effect}` }));
  const ask = steps.length ? `Which case is it? The page cannot tell: ${why}.` : `There is no such call: ${why}.`;
  return [el("div", { class: "outcome choice", role: "alert" }, el("p", {}, ask), ...buttons)];
}

/** What can be called in a state: methods with a legal case first, then on demand those without. */
function callsIn(state) {
  const methods = new Map();
  for (const step of desk.index.leaving.get(state)) {
    const name = step.symbol.method;
    if (!methods.has(name)) methods.set(name, []);
    methods.get(name).push(step);
  }
  const all = [...methods.values()];
  const legal = all.filter((steps) => steps.some((step) => step.effect === "legal"));
  const other = all.filter((steps) => !legal.includes(steps));
  const title = legal.length ? "Call" : desk.index.states.get(state).beyond ? "Nothing was looked at from here on" : "No call is legal here";
  const rest = other.length ? [onDemand(`Illegal or unknown here: ${counted(other.length, "method")}`, ...other.map(methodControls))] : [];
  return [el("h4", {}, title), ...legal.map(methodControls), ...rest];
}

/** One method: its arguments, and its cases. */
function methodControls(steps) {
  const [first] = steps;
  const fields = argumentsOf(first.method).filter((one) => one.type);
  const typed = argumentsOf(first.method).length > 0 && fields.length === argumentsOf(first.method).length;
  if (steps.length === 1 && !first.guard && !typed) return caseButton(first);
  const form = typed ? argumentForm(first.method, steps, fields) : null;
  const head = el("p", {}, el("code", {}, first.head));
  return el("div", { class: "method", role: "group", "aria-label": first.head }, form || head, ...steps.map((step) => caseButton(step, form !== null)));
}

function caseButton(step, brief = false) {
  const leads = step.effect === "legal" ? (step.to === step.from ? "stays" : `→ ${step.to}`) : step.effect;
  const text = brief ? (step.guard ? `if ${step.guard}` : "any arguments") : step.text;
  return button([sureSign(step), el("code", {}, text), el("span", { class: "leads" }, ` ${leads}`)], () => takeCase(step), { class: `step ${step.effect}`, "data-key": step.name });
}

function argumentForm(method, steps, fields) {
  const inputs = fields.map((one) => field(method, one));
  const call = () => {
    const typed = typedValues(method);
    if (typed.wrong) return announceWrong(typed.wrong);
    return callWith(method, steps, typed.values);
  };
  const form = el("form", {}, el("code", {}, `${steps[0].head.split("(")[0]}(`), ...inputs, el("code", {}, ")"), el("button", { type: "submit", "data-key": `call ${method.name}` }, "Call"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    call();
  });
  return form;
}

function announceWrong(why) {
  walk.choice = { why, steps: [], values: new Map(), said: null };
  renderWalk();
}

function field(method, { name, type, said }) {
  const key = `${method.name} ${name}`;
  const now = walk.typed.get(key);
  const attributes = { "aria-label": `${name}, ${said}`, title: `${name}: ${said}`, "data-key": key };
  let input;
  if (type.kind === "truth") {
    input = el("select", attributes, el("option", {}, "false"), el("option", {}, "true"));
    input.value = now || "false";
  } else {
    input = el("input", { ...attributes, placeholder: name, size: 6, autocomplete: "off", inputmode: "numeric" });
    input.value = now || "";
  }
  input.addEventListener("input", () => walk.typed.set(key, input.value));
  return el("label", { class: "argument" }, type.kind === "truth" ? el("span", {}, `${name} `) : "", input);
}

/** What was typed for a method; `wrong` says what is no value of its type. */
function typedValues(method) {
  const values = new Map();
  for (const { name, type } of argumentsOf(method)) {
    const text = walk.typed.get(`${method?.name} ${name}`) ?? (type?.kind === "truth" ? "false" : "");
    const value = type ? readValue(text.trim(), type) : undefined;
    if (value === undefined) return { values, wrong: `${text.trim() || "nothing"} is no value of ${name}` };
    values.set(name, value);
  }
  return { values, wrong: null };
}

function readValue(text, type) {
  if (type.kind === "truth") return text === "true";
  if (type.kind === "float") return text !== "" && !Number.isNaN(Number(text)) ? rounded(type, Number(text)) : undefined;
  if (/^'.'$/u.test(text)) return BigInt(text.codePointAt(1));
  if (!/^[+-]?(0[xX][0-9a-fA-F]+|\d+)$/.test(text)) return undefined;
  const sign = text.startsWith("-") ? -1n : 1n;
  const value = sign * BigInt(text.replace(/^[+-]/, ""));
  return type.kind === "integer" || fitted(type, value) === value ? value : undefined;
}

function walkSteps() {
  if (!walk.taken.length) return el("p", { class: "soft" }, "Click a call to make it. Typed arguments decide which case it is.");
  const items = walk.taken.map(({ step, said }) => el("li", { class: step.effect }, el("code", {}, said || step.text), ` ${step.effect === "legal" ? `→ ${step.to}` : step.effect}`));
  return el("div", {}, el("h4", {}, "The walk"), el("ol", { id: "taken" }, ...items), codeBlock(walkAsCode(), "the walk"));
}
