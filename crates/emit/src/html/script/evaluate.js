// Evaluating expressions. First every part gets its type, from the types of names, as docs/models.md says; then a function
// computes the value from the values of names. A name without a value makes the result not known, unless it does not matter.

const COMPARISONS = ["==", "!=", "<", "<=", ">", ">="];
const SHIFTS = { "<<": "left", ">>>": "logical" };
const CALLED_SHIFTS = { shl: "left", lshr: "logical", ashr: "arithmetic" };

/** A function from values by name to the value of a text, which is brought to the type. */
function compiled(text, types, type) {
  return as(part(parse(text), types), type);
}

/** A part of an expression: its type, and how to compute it as some type that it can take. */
function part(tree, types) {
  switch (tree.kind) {
    case "truth": return { type: TRUTH, make: () => () => tree.value };
    case "float": return { type: float(tree.width), make: () => () => tree.value };
    case "number": return { type: { kind: "free", long: tree.long }, make: (type) => numberAs(tree.value, type) };
    case "name": return namePart(tree.name, types);
    case "cast": return castPart(tree, types);
    case "unary": return unaryPart(tree, types);
    case "binary": return binaryPart(tree, types);
    case "chain": return chainPart(tree, types);
    case "choice": return choicePart(tree, types);
    default: return callPart(tree, types);
  }
}

/** How to compute a part where a type is expected. */
function as(made, type) {
  if (made.type.kind === "free") return made.make(type);
  const compute = made.make(made.type);
  if (sameType(made.type, type)) return compute;
  widened(made.type.kind === "float" ? 0 : 0n, made.type, type);
  return (values) => widened(compute(values), made.type, type);
}

/** The type that a part has by itself; numbers alone have no bounds. */
function settled(type) {
  return type.kind === "free" ? INTEGER : type;
}

function numberAs(value, type) {
  if (type.kind === "truth") throw new NotKnown("expected a truth value, found a number");
  if (type.kind === "vector" && !holds(type, value)) throw new NotKnown(`${value} is no ${typeName(type)}`);
  const result = type.kind === "float" ? rounded(type, Number(value)) : fitted(type, value);
  return () => result;
}

function namePart(name, types) {
  const type = types.get(name);
  if (!type) throw new NotKnown(`${name} is not known here`);
  const compute = (values) => {
    const value = values.get(name);
    if (value === undefined) throw new NotKnown(`the value of ${name} is not known`);
    return value;
  };
  return { type, make: () => compute };
}

function castPart(tree, types) {
  const of = part(tree.of, types);
  const from = of.type.kind === "free" ? settled(promoted(of.type, tree.type)) : of.type;
  const compute = as(of, from);
  // An integer without bounds stays one: the cast only wraps it.
  const type = from.kind === "integer" ? INTEGER : tree.type;
  return { type, make: () => (values) => converted(compute(values), from, tree.type) };
}

function unaryPart({ operator, of }, types) {
  const operand = part(of, types);
  if (operator === "!") {
    const compute = as(operand, TRUTH);
    return { type: TRUTH, make: () => (values) => !compute(values) };
  }
  const make = (type) => {
    const compute = as(operand, type);
    return (values) => {
      const value = compute(values);
      if (type.kind === "float") return -value;
      return fitted(type, operator === "-" ? -value : ~value);
    };
  };
  return { type: promoted(operand.type, operand.type), make };
}

function binaryPart(tree, types) {
  const { operator, left, right } = tree;
  if (COMPARISONS.includes(operator)) return comparison(tree, types);
  const [a, b] = [part(left, types), part(right, types)];
  if (operator.includes("<<") || operator.includes(">>")) return shiftPart(operator, a, b);
  const make = (type) => {
    const [first, second] = [as(a, type), as(b, type)];
    return (values) => arithmetic(operator, type, first(values), second(values));
  };
  return { type: promoted(a.type, b.type), make };
}

/** A comparison; `snk == null` is one name where somebody has given it a type. */
function comparison({ operator, left, right }, types) {
  const asked = question(left, right);
  if (asked && types.has(asked) && (operator === "==" || operator === "!=")) {
    const compute = namePart(asked, types).make();
    return { type: TRUTH, make: () => (values) => compute(values) === (operator === "==") };
  }
  const [a, b] = [part(left, types), part(right, types)];
  const type = settled(promoted(a.type, b.type));
  const [first, second] = [as(a, type), as(b, type)];
  return { type: TRUTH, make: () => (values) => compared(operator, first(values), second(values)) };
}

function question(left, right) {
  const said = (tree) => (tree.kind === "name" ? tree.name : tree.kind === "number" && !tree.long ? String(tree.value) : null);
  const [a, b] = [said(left), said(right)];
  return a !== null && b !== null ? `${a} == ${b}` : null;
}

/** Shifts use the low bits of the amount. */
function shiftPart(operator, a, b) {
  const amountOf = as(b, settled(b.type));
  const make = (type) => {
    if (type.kind !== "vector") throw new NotKnown(`${operator} does not apply to ${typeName(type)}`);
    const way = SHIFTS[operator] || (type.signed ? "arithmetic" : "logical");
    const value = as(a, type);
    const mask = BigInt(type.width - 1);
    return (values) => shifted(way, type, value(values), amountOf(values) & mask);
  };
  return { type: promoted(a.type, a.type), make };
}

/** From left to right. What decides the whole does so even where another part is not known. */
function chainPart({ operator, parts }, types) {
  const decisive = operator === "||";
  const made = parts.map((one) => as(part(one, types), TRUTH));
  const compute = (values) => {
    let missing = null;
    for (const one of made) {
      try {
        if (one(values) === decisive) return decisive;
      } catch (reason) {
        if (!(reason instanceof NotKnown)) throw reason;
        missing = missing || reason;
      }
    }
    if (missing) throw missing;
    return !decisive;
  };
  return { type: TRUTH, make: () => compute };
}

function choicePart({ condition, then, otherwise }, types) {
  const [asks, a, b] = [part(condition, types), part(then, types), part(otherwise, types)];
  const holdsNow = as(asks, TRUTH);
  const make = (type) => {
    const [first, second] = [as(a, type), as(b, type)];
    return (values) => (holdsNow(values) ? first(values) : second(values));
  };
  return { type: promoted(a.type, b.type), make };
}

function callPart({ name, args }, types) {
  const parts = args.map((one) => part(one, types));
  const known = own(FLOAT_CALLS, name);
  if (known) return known(parts);
  if (parts.length !== 2) throw new NotKnown(`${name} needs two arguments`);
  const [a, b] = parts;
  const type = a.type.kind === "free" ? settled(b.type) : a.type;
  const [first, second] = [as(a, type), as(b, type)];
  if (name === "mod" && type.kind === "integer") return { type, make: () => (values) => remainder(first(values), second(values)) };
  const way = own(CALLED_SHIFTS, name);
  if (!way || type.kind !== "vector") throw new NotKnown(`${name} does not apply to ${typeName(type)}`);
  const amount = (values) => BigInt.asUintN(type.width, second(values));
  return { type, make: () => (values) => shifted(way, type, first(values), amount(values)) };
}

/** The remainder that is never negative. */
function remainder(a, b) {
  if (b === 0n) throw new NotKnown("it divides by zero");
  const size = b < 0n ? -b : b;
  return ((a % size) + size) % size;
}

/** A function of one float, whose result has the float's width where it is no other type. */
function ofFloat(width, result, compute) {
  return ([of]) => {
    const type = width ? float(width) : of.type.kind === "float" ? of.type : float(64);
    const value = as(of, type);
    return { type: result || type, make: () => (values) => compute(value(values), type) };
  };
}

function fromBits(width, write, read) {
  return ([of]) => {
    const bits = as(of, vector(width, true));
    const compute = (values) => {
      const view = new DataView(new ArrayBuffer(8));
      write(view, bits(values));
      return read(view);
    };
    return { type: float(width), make: () => compute };
  };
}

/** Which of the patterns of NaN a value has is not kept here. */
function raw(bits) {
  return (value) => {
    if (Number.isNaN(value)) throw new NotKnown("the pattern of this NaN is not known");
    return bits(value);
  };
}

function bits32(value) {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return BigInt(view.getInt32(0));
}

function bits64(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}

const FLOAT_CALLS = {
  "Float.isNaN": ofFloat(32, TRUTH, Number.isNaN),
  "Double.isNaN": ofFloat(64, TRUTH, Number.isNaN),
  "Math.sqrt": ofFloat(64, null, Math.sqrt),
  "Math.abs": ofFloat(0, null, Math.abs),
  sqrt: ofFloat(0, null, (value, type) => rounded(type, Math.sqrt(value))),
  "Float.floatToIntBits": ofFloat(32, NAMED.int, bits32),
  "Float.floatToRawIntBits": ofFloat(32, NAMED.int, raw(bits32)),
  "Double.doubleToLongBits": ofFloat(64, NAMED.long, bits64),
  "Double.doubleToRawLongBits": ofFloat(64, NAMED.long, raw(bits64)),
  "Float.intBitsToFloat": fromBits(32, (view, bits) => view.setInt32(0, Number(bits)), (view) => view.getFloat32(0)),
  "Double.longBitsToDouble": fromBits(64, (view, bits) => view.setBigInt64(0, bits), (view) => view.getFloat64(0)),
};
