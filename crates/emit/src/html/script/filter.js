// Trying a filter: an input is typed, and the page shows what the model writes and the path that it takes.

/** More steps are not listed one by one. */
const MOST_ROWS = 400;

const trial = { run: null, result: null, at: -1 };

/** The ways in which symbols can be typed and shown. */
function writings(symbols) {
  const numbers = { name: "numbers", read: readNumbers, show: (list) => list.join(" ") };
  if (symbols.signed) return [numbers];
  if (symbols.bits === 8) return [bytesAsText(), { name: "hexadecimal bytes", read: readHex, show: (list) => list.map((n) => n.toString(16).padStart(2, "0")).join(" ") }, numbers];
  const units = symbols.bits === 16;
  const read = (text) => (units ? Array.from({ length: text.length }, (_, i) => BigInt(text.charCodeAt(i))) : Array.from(text, (c) => BigInt(c.codePointAt(0))));
  const letter = (n) => (units ? String.fromCharCode(Number(n)) : n < 0x110000n ? String.fromCodePoint(Number(n)) : "�");
  return [{ name: "text", read, show: (list) => list.map(letter).join("") }, numbers];
}

function bytesAsText() {
  const read = (text) => Array.from(new TextEncoder().encode(text), BigInt);
  const show = (list) => new TextDecoder().decode(Uint8Array.from(list, Number));
  return { name: "text (UTF-8)", read, show };
}

function readNumbers(text) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const wrong = parts.find((one) => !/^-?(0[xX][0-9a-fA-F]+|\d+)$/.test(one));
  if (wrong) throw new NotKnown(`${wrong} is no number`);
  return parts.map((one) => (one.startsWith("-") ? -BigInt(one.slice(1)) : BigInt(one)));
}

function readHex(text) {
  const digits = text.replace(/\s+/g, "");
  if (/[^0-9a-fA-F]/.test(digits) || digits.length % 2) throw new NotKnown("bytes have two hexadecimal digits each");
  return (digits.match(/../g) || []).map((one) => BigInt(`0x${one}`));
}

/** The panel. */
function filterPanel(index) {
  trial.run = transducerOf(index.model);
  const options = writings(index.model.input);
  const kind = el("select", { id: "writing", "aria-label": "how the input is written" }, ...options.map((one) => el("option", {}, one.name)));
  const typed = el("textarea", { id: "input", rows: 3, spellcheck: "false", "aria-label": "input", placeholder: "type an input" });
  const update = () => tryInput(index, options[kind.selectedIndex], typed.value);
  typed.addEventListener("input", update);
  kind.addEventListener("change", update);
  const shown = el("div", { id: "result", "aria-live": "polite" });
  const steps = el("div", { id: "path" });
  return [el("h3", {}, "Try an input"), el("p", { class: "tools" }, kind), typed, shown, steps];
}

function tryInput(index, writing, text) {
  const shown = document.getElementById("result");
  try {
    const input = vector(index.model.input.bits, index.model.input.signed);
    const symbols = writing.read(text);
    const wide = symbols.find((symbol) => fitted(input, symbol) !== symbol);
    if (wide !== undefined) throw new NotKnown(`${wide} is no symbol: symbols have ${input.width} bits`);
    trial.result = trial.run(symbols);
    shown.replaceChildren(...resultText(index, trial.result));
  } catch (reason) {
    trial.result = null;
    const why = reason instanceof NotKnown ? reason.message : "the model cannot be evaluated here";
    shown.replaceChildren(el("p", { class: "warn" }, why));
  }
  trial.at = -1;
  renderPath(index);
}

function resultText(index, result) {
  if (result.outside) {
    return [el("p", { id: "outside", class: "outcome illegal" }, `Not defined on this input: ${result.outside}.`)];
  }
  const [first] = writings(index.model.output);
  const numbers = result.output.join(" ");
  const text = first.show(result.output);
  const plain = first.name === "numbers" ? [] : [onDemand("as numbers", el("pre", { id: "numbers" }, numbers))];
  const doubt = beyondPromise(index, result.path.length);
  return [el("h4", {}, "Output"), codeBlock(text, "the output"), ...(doubt ? [el("p", { class: "warn" }, doubt)] : []), ...plain];
}

function symbolText(index, symbol) {
  const letter = !index.model.input.signed && symbol >= 32n && symbol < 127n;
  return letter ? `'${String.fromCharCode(Number(symbol))}'` : String(symbol);
}

/** The path, step by step. */
function renderPath(index) {
  const holder = document.getElementById("path");
  const path = trial.result ? trial.result.path : [];
  holder.replaceChildren();
  mark("trail", path.map((step) => step.from), path.map((step) => [step.from, step.to]));
  const last = path[path.length - 1];
  mark("here", trial.result && trial.result.start !== null ? [last ? last.to : trial.result.start] : []);
  if (!path.length) return;
  const go = (by) => showStep(index, Math.min(Math.max(trial.at + by, 0), path.length - 1));
  const rows = path.slice(0, MOST_ROWS).map((step, at) => pathRow(index, step, at));
  const ending = trial.result.end ? el("li", {}, `end in state ${trial.result.end.state}: writes ${trial.result.end.written.join(" ") || "nothing"}`) : null;
  const more = path.length > MOST_ROWS ? el("p", { class: "soft" }, `and ${path.length - MOST_ROWS} more steps`) : null;
  holder.append(el("h4", {}, `The path: ${counted(path.length, "step")}, starting in state ${trial.result.start}`),
    el("p", { class: "tools" }, button("Previous step", () => go(-1)), button("Next step", () => go(1))),
    el("ol", { class: "path" }, ...rows, ending));
  if (more) holder.append(more);
}

function pathRow(index, step, at) {
  const transition = desk.index.steps[step.number];
  const text = [el("code", {}, symbolText(index, step.symbol)), ` ${step.from} → ${step.to}, `, el("span", { class: "guard" }, cut(transition.text, 48))];
  return el("li", {}, button(text, () => showStep(index, at), { class: "step" }));
}

function showStep(index, at) {
  trial.at = at;
  const step = trial.result.path[at];
  document.querySelectorAll("#path ol li").forEach((row, i) => {
    row.classList.toggle("now", i === at);
    if (i === at) row.scrollIntoView({ block: "nearest" });
  });
  mark("now", [], [[step.from, step.to]]);
  mark("here", [step.to]);
  drawMissing([[step.from, step.to]]);
  bring(stateElement(step.to));
  const written = step.written.length ? step.written.join(" ") : "nothing";
  announce(`${symbolText(index, step.symbol)}: from ${step.from} to ${step.to}, writes ${written}`);
}
