// Types and what operations do with values of them. A truth value is a boolean, a number a BigInt within the range of its
// type, a float a JavaScript number.

const TRUTH = { kind: "truth" };
const INTEGER = { kind: "integer" };
const vector = (width, signed) => ({ kind: "vector", width, signed });
const float = (width) => ({ kind: "float", width });

const NAMED = {
  byte: vector(8, true),
  short: vector(16, true),
  char: vector(16, false),
  int: vector(32, true),
  long: vector(64, true),
  float: float(32),
  double: float(64),
};

/** The type that a cast names. */
function castType(name) {
  if (own(NAMED, name)) return own(NAMED, name);
  const ofC = /^(u?)int(8|16|32|64)_t$/.exec(name);
  if (ofC) return vector(Number(ofC[2]), !ofC[1]);
  const sized = /^([iu])([1-9]\d?)$/.exec(name);
  return sized && Number(sized[2]) <= 64 ? vector(Number(sized[2]), sized[1] === "i") : null;
}

/** The type that a report names; `int` and `long` have no bounds where integers are mathematical. */
function reportType(name, mathematical) {
  if (name === "boolean") return TRUTH;
  if (name === "integer" || (mathematical && (name === "int" || name === "long"))) return INTEGER;
  return castType(name);
}

function sameType(a, b) {
  return a.kind === b.kind && a.width === b.width && a.signed === b.signed;
}

function typeName(type) {
  if (type.kind === "truth") return "a truth value";
  if (type.kind === "integer" || type.kind === "free") return "a number";
  if (type.kind === "float") return type.width === 32 ? "a float" : "a double";
  return `${type.signed ? "i" : "u"}${type.width}`;
}

/** The number that the low bits of a number are in a type. */
function fitted(type, value) {
  if (type.kind !== "vector") return value;
  return type.signed ? BigInt.asIntN(type.width, value) : BigInt.asUintN(type.width, value);
}

/** The least and the greatest number that can be written where the type is expected; a negative one stands for its bits. */
function holds(type, value) {
  const least = -(1n << BigInt(type.width - 1));
  const beyond = 1n << BigInt(type.signed ? type.width - 1 : type.width);
  return least <= value && value < beyond;
}

/** The type two operands are brought to. Numbers alone are `free`: they take the type of the other operand. */
function promoted(a, b) {
  if (a.kind === "free" && b.kind === "free") return { kind: "free", long: a.long || b.long };
  if (a.kind === "free" || b.kind === "free") {
    const [free, other] = a.kind === "free" ? [a, b] : [b, a];
    if (other.kind === "integer") return INTEGER;
    return promoted(free.long ? NAMED.long : other, other);
  }
  if (a.kind === "vector" && b.kind === "vector") {
    const width = Math.max(a.width, b.width, 32);
    const signed = (a.signed || a.width < width) && (b.signed || b.width < width);
    return vector(width, signed);
  }
  if (a.kind === "float" && b.kind === "float") return float(Math.max(a.width, b.width));
  if (a.kind === "float" && b.kind === "vector") return a;
  if (a.kind === "vector" && b.kind === "float") return b;
  if (a.kind === b.kind && (a.kind === "integer" || a.kind === "truth")) return a;
  throw new NotKnown(`${typeName(a)} and ${typeName(b)} do not go together`);
}

/** A value of a type, brought to a type that it promotes to. */
function widened(value, from, to) {
  if (from.kind === "vector" && to.kind === "vector" && from.width <= to.width) return fitted(to, value);
  if (from.kind === "vector" && to.kind === "float") return rounded(to, Number(value));
  if (from.kind === "float" && to.kind === "float" && from.width <= to.width) return value;
  if (sameType(from, to)) return value;
  throw new NotKnown(`expected ${typeName(to)}, found ${typeName(from)}`);
}

function rounded(type, value) {
  return type.width === 32 ? Math.fround(value) : value;
}

/** A cast: keeps the low bits, and goes towards zero from floats, as in Java. */
function converted(value, from, to) {
  if (from.kind === "truth") throw new NotKnown("a truth value cannot be cast");
  if (from.kind === "float" && to.kind === "float") return rounded(to, value);
  if (from.kind === "float") return fitted(to, truncated(value, to.width > 32 ? 64 : 32));
  if (to.kind === "float") return rounded(to, Number(value));
  return fitted(to, value);
}

function truncated(value, width) {
  if (Number.isNaN(value)) return 0n;
  const [least, most] = [-(2 ** (width - 1)), 2 ** (width - 1)];
  if (value >= most) return (1n << BigInt(width - 1)) - 1n;
  return value <= least ? -(1n << BigInt(width - 1)) : BigInt(Math.trunc(value));
}

/** An operation on two values of one type. */
function arithmetic(operator, type, a, b) {
  if (type.kind === "float") return rounded(type, floatArithmetic(operator, a, b));
  if (type.kind === "truth") return truthArithmetic(operator, a, b);
  if ((operator === "/" || operator === "%") && b === 0n) throw new NotKnown("it divides by zero");
  switch (operator) {
    case "+": return fitted(type, a + b);
    case "-": return fitted(type, a - b);
    case "*": return fitted(type, a * b);
    case "/": return fitted(type, a / b);
    case "%": return fitted(type, a % b);
    case "&": return fitted(type, a & b);
    case "|": return fitted(type, a | b);
    case "^": return fitted(type, a ^ b);
  }
  throw new NotKnown(`${operator} is not known`);
}

function floatArithmetic(operator, a, b) {
  switch (operator) {
    case "+": return a + b;
    case "-": return a - b;
    case "*": return a * b;
    case "/": return a / b;
    case "%": return a % b;
  }
  throw new NotKnown(`${operator} does not apply to floats`);
}

function truthArithmetic(operator, a, b) {
  switch (operator) {
    case "&": return a && b;
    case "|": return a || b;
    case "^": return a !== b;
  }
  throw new NotKnown(`${operator} does not apply to truth values`);
}

function compared(operator, a, b) {
  switch (operator) {
    case "==": return a === b;
    case "!=": return a !== b;
    case "<": return a < b;
    case "<=": return a <= b;
    case ">": return a > b;
    default: return a >= b;
  }
}

/** A shift by so many bits, which may be more than there are. */
function shifted(way, type, value, amount) {
  const width = BigInt(type.width);
  const beyond = amount >= width;
  if (way === "left") return beyond ? 0n : fitted(type, value << amount);
  if (way === "arithmetic") return fitted(type, BigInt.asIntN(type.width, value) >> (beyond ? width - 1n : amount));
  return beyond ? 0n : fitted(type, BigInt.asUintN(type.width, value) >> amount);
}
