// Running the model of a filter, as "Evaluating a transducer" in docs/models.md says.

/** A function that runs the model on a list of symbols (BigInts). */
function transducerOf(model) {
  const input = vector(model.input.bits, model.input.signed);
  const output = vector(model.output.bits, model.output.signed);
  const registers = (model.registers || []).map((one) => ({ ...one, type: reportType(one.type, false) }));
  const types = new Map(registers.map((one) => [one.name, one.type]));
  for (let back = 0; back <= Number(model.lookback); back += 1) types.set(back ? `x${back}` : "x", input);
  const leaving = new Map(model.states.map((state) => [state.id, []]));
  model.transitions.forEach((step, number) => leaving.get(step.from).push({ ...step, number }));
  const failures = new Map(model.states.map((state) => [state.id, state.failure]));
  const machine = { model, input, output, registers, types, leaving, failures, compiledTexts: new Map() };
  return (symbols) => runOn(machine, symbols);
}

/** An expression of the machine, read once. */
function texted(machine, text, type) {
  const key = `${type.kind} ${type.width} ${type.signed} ${text}`;
  if (!machine.compiledTexts.has(key)) machine.compiledTexts.set(key, compiled(text, machine.types, type));
  return machine.compiledTexts.get(key);
}

/** What is written, the path, and where the input leaves the domain, if it does. */
function runOn(machine, symbols) {
  const { model } = machine;
  const result = { output: [], path: [], start: null, end: null, outside: null };
  const start = model.starts.find((one) => !one.when || accepts(machine, one.when, symbols));
  if (!start) return { ...result, outside: "no start accepts this input" };
  result.start = start.state;
  const values = new Map(machine.registers.map((one) => [one.name, texted(machine, one.initial, one.type)(new Map())]));
  let state = start.state;
  for (const [at, symbol] of symbols.entries()) {
    lookAt(machine, values, symbols, at);
    const step = taken(machine, state, values, symbol);
    if (!step) return { ...result, outside: `in state ${state} nothing is defined for symbol ${at + 1}` };
    const written = step.writes.map((text) => texted(machine, text, machine.output)(values));
    const updated = (step.updates || []).map((text, i) => texted(machine, text, machine.registers[i].type)(values));
    machine.registers.forEach((one, i) => updated.length && values.set(one.name, updated[i]));
    result.path.push({ from: state, to: step.to, number: step.number, symbol, written });
    result.output.push(...written);
    state = step.to;
    const failure = machine.failures.get(state);
    if (failure) return { ...result, outside: `after symbol ${at + 1}: ${failureOf(failure)}` };
  }
  return ended(machine, result, state, values, symbols);
}

/** Gives the names of the window their values: x is the symbol read, x1 the one before it. */
function lookAt(machine, values, symbols, at) {
  for (let back = 0; back <= Number(machine.model.lookback); back += 1) {
    values.set(back ? `x${back}` : "x", symbols[at - back]);
  }
}

function taken(machine, state, values, symbol) {
  const inAlphabet = texted(machine, machine.model.alphabet, TRUTH)(new Map([["x", symbol]]));
  const holdsNow = (step) => texted(machine, step.guard, TRUTH)(values);
  return inAlphabet ? machine.leaving.get(state).find(holdsNow) : undefined;
}

function ended(machine, result, state, values, symbols) {
  lookAt(machine, values, symbols, symbols.length);
  const end = machine.model.ends.find((one) => one.state === state && texted(machine, one.guard, TRUTH)(values));
  if (!end) return { ...result, outside: `the input must not end in state ${state}` };
  const written = end.writes.map((text) => texted(machine, text, machine.output)(values));
  return { ...result, output: [...result.output, ...written], end: { state, written } };
}

/** Whether an automaton that looks ahead accepts the whole input. */
function accepts(machine, acceptor, symbols) {
  let state = acceptor.states[0]?.id;
  for (const symbol of symbols) {
    const values = new Map([["x", symbol]]);
    const step = acceptor.transitions.find((one) => one.from === state && texted(machine, one.guard, TRUTH)(values));
    if (!step) return false;
    state = step.to;
  }
  return acceptor.states.some((one) => one.id === state && one.accepting);
}
