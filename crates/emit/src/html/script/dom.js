// Making elements. Text from a report only ever becomes text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; a child that is no element is text. */
function el(tag, attributes = {}, ...children) {
  return furnished(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
function drawn(tag, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, tag), attributes, children);
}

function furnished(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "click") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function button(text, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, text);
}

/** A title and what belongs to it, shut until somebody asks. */
function onDemand(title, ...content) {
  return el("details", {}, el("summary", {}, title), ...content);
}

/** Code with a button that copies it. */
function codeBlock(text, label) {
  const copied = button("Copy", () => copy(text, copied), { class: "copy", "aria-label": `copy ${label}` });
  return el("div", { class: "code" }, el("pre", { tabindex: 0, "aria-label": label }, text), copied);
}

/** Copies in pages from disk, too, where the clipboard may be out of reach. */
function copy(text, from) {
  const done = (how) => {
    from.textContent = how;
    announce(`${how}: ${text}`);
  };
  const byHand = () => {
    const field = el("textarea", { class: "away" });
    field.value = text;
    document.body.append(field);
    field.select();
    const worked = document.execCommand("copy");
    field.remove();
    from.focus();
    done(worked ? "Copied" : "Copying is not allowed here");
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => done("Copied"), byHand);
  else byHand();
}

/** Says something to those who listen to the page. */
function announce(text) {
  const region = document.getElementById("said");
  if (region) region.textContent = text;
}

/** What a table says of a name; names of users are never taken for what every object has. */
function own(table, name) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function counted(n, what) {
  return n === 1 ? `1 ${what}` : `${n} ${what}s`;
}

/** The part of a text that fits. */
function cut(text, most) {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most).join("")}…`;
}
