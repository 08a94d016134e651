// Reading expressions: guards, updates and what is written, as docs/models.md describes them.
// A tree has a `kind`: name, truth, number, float, unary, binary, chain, choice, cast or call.

const OPERATORS = [
  ">>>", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?", ":",
  "(", ")", ",",
];
const TIGHTNESS = {
  "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, "<=": 8, ">": 8, ">=": 8,
  "<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
};
const FLOAT = /^(\d+\.\d+([eE][+-]?\d+)?[fFdD]?|\d+[eE][+-]?\d+[fFdD]?|\d+[fFdD])(?![\p{L}\p{N}])/u;
const WORD = /^[\p{L}_$][\p{L}\p{N}_$.]*/u;
const REST = /^[\p{L}\p{N}_$.]*/u;

/** What cannot be read or computed, with the reason for people. */
class NotKnown extends Error {}

/** The words of a text. */
function words(text) {
  const found = [];
  let rest = text.trimStart();
  while (rest) {
    const [token, length] = nextWord(rest);
    found.push(token);
    rest = rest.slice(length).trimStart();
  }
  found.push({ kind: "end", text: "the end" });
  return found;
}

function nextWord(text) {
  const float = FLOAT.exec(text);
  if (float) return [{ kind: "float", text: float[0] }, float[0].length];
  const number = /^(0[xX][0-9a-fA-F]+|\d+)([lL]?)/.exec(text);
  if (number) return [{ kind: "number", text: number[0], value: BigInt(number[1]), long: number[2] !== "" }, number[0].length];
  if (text[0] === "`") return quotedWord(text);
  if (WORD.test(text)) {
    const name = longName(text);
    return [{ kind: "word", text: name }, name.length];
  }
  const operator = OPERATORS.find((one) => text.startsWith(one));
  if (!operator) throw new NotKnown(`unexpected ${text[0]}`);
  return [{ kind: "operator", text: operator }, operator.length];
}

function quotedWord(text) {
  const end = text.indexOf("`", 1);
  if (end < 0) throw new NotKnown("a backquote is not closed");
  return [{ kind: "quoted", text: text.slice(1, end) }, end + 1];
}

/** A name with all that leads to a part of it: data[0].size, text.charAt(1). */
function longName(text) {
  let name = WORD.exec(text)[0];
  for (;;) {
    const rest = text.slice(name.length);
    const index = /^\[\d+\]/.exec(rest);
    const call = /^\(\d*\)/.exec(rest);
    const isPart = call && (name.endsWith(".charAt") || (call[0] === "()" && name.includes(".")));
    const suffix = index ? index[0] : isPart ? call[0] : null;
    if (!suffix) return name;
    name += suffix;
    name += REST.exec(text.slice(name.length))[0];
  }
}

/** The tree of a text. */
function parse(text) {
  const reader = new Parser(words(text));
  const tree = reader.choice();
  if (reader.peek().kind !== "end") throw new NotKnown(`unexpected ${reader.peek().text}`);
  return tree;
}

class Parser {
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
  }

  peek() {
    return this.tokens[this.at];
  }

  accept(operator) {
    const token = this.peek();
    const found = token.kind === "operator" && token.text === operator;
    if (found) this.at += 1;
    return found;
  }

  expect(operator) {
    if (!this.accept(operator)) throw new NotKnown(`expected ${operator}, found ${this.peek().text}`);
  }

  choice() {
    const condition = this.binary(0);
    if (!this.accept("?")) return condition;
    const then = this.choice();
    this.expect(":");
    return { kind: "choice", condition, then, otherwise: this.choice() };
  }

  /** Operators that hold tighter than `above`, grouped to the left. */
  binary(above) {
    let left = this.unary();
    for (;;) {
      const question = this.question(left);
      if (question) {
        left = question;
        continue;
      }
      const { kind, text } = this.peek();
      if (kind !== "operator" || !(TIGHTNESS[text] > above)) return left;
      this.at += 1;
      left = joined(text, left, this.binary(TIGHTNESS[text]));
    }
  }

  /** `job instanceof Print` and `in.read() throws IOException` are one name each. */
  question(left) {
    const [operator, object] = [this.peek(), this.tokens[this.at + 1]];
    const asks = operator.kind === "word" && (operator.text === "instanceof" || operator.text === "throws");
    if (left.kind !== "name" || !asks || !object || object.kind !== "word") return null;
    this.at += 2;
    return { kind: "name", name: `${left.name} ${operator.text} ${object.text}` };
  }

  unary() {
    const token = this.peek();
    this.at += token.kind === "end" ? 0 : 1;
    switch (token.kind) {
      case "number":
        return { kind: "number", value: token.value, long: token.long };
      case "float":
        return floatLiteral(token.text);
      case "quoted":
        return { kind: "name", name: token.text };
      case "word":
        return this.word(token.text);
      case "operator":
        if (token.text === "(") return this.parenthesis();
        if (["!", "-", "~"].includes(token.text)) return negated(token.text, this.unary());
    }
    throw new NotKnown(`expected an expression, found ${token.text}`);
  }

  /** After an opening bracket: a cast, or an expression. */
  parenthesis() {
    const type = this.peek().kind === "word" ? castType(this.peek().text) : null;
    if (type) {
      this.at += 1;
      this.expect(")");
      return { kind: "cast", type, of: this.unary() };
    }
    const inside = this.choice();
    this.expect(")");
    return inside;
  }

  word(name) {
    if (this.accept("(")) {
      const args = [this.choice()];
      while (this.accept(",")) args.push(this.choice());
      this.expect(")");
      return { kind: "call", name, args };
    }
    if (name === "true" || name === "false") return { kind: "truth", value: name === "true" };
    return namedFloat(name) || { kind: "name", name };
  }
}

/** Chains of && and || can be long: they are one node. */
function joined(operator, left, right) {
  if (operator !== "&&" && operator !== "||") return { kind: "binary", operator, left, right };
  const parts = left.kind === "chain" && left.operator === operator ? [...left.parts, right] : [left, right];
  return { kind: "chain", operator, parts };
}

function negated(operator, of) {
  if (operator === "-" && of.kind === "number") return { ...of, value: -of.value };
  if (operator === "-" && of.kind === "float") return { ...of, value: -of.value };
  return { kind: "unary", operator, of };
}

function floatLiteral(text) {
  const width = /[fF]$/.test(text) ? 32 : 64;
  const value = Number(text.replace(/[fFdD]$/, ""));
  return { kind: "float", width, value: width === 32 ? Math.fround(value) : value };
}

function namedFloat(name) {
  const [owner, constant] = name.split(".");
  const width = own({ Float: 32, Double: 64 }, owner);
  const value = own({ NaN, POSITIVE_INFINITY: Infinity, NEGATIVE_INFINITY: -Infinity }, constant);
  return width && value !== undefined ? { kind: "float", width, value } : null;
}
