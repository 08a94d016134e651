// What a visitor does: presses keys, types and clicks, and notes what is seen. A scenario stands where its name does below.

const seen = [];
const note = (...what) => seen.push(...what);
addEventListener("error", (event) => note(`error: ${event.message}`));
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const text = (selector) => one(selector)?.textContent ?? null;
const press = (key, at = document.body, more = {}) =>
  at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const click = (at) => at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
const type = (at, value) => {
  at.value = value;
  at.dispatchEvent(new Event("input", { bubbles: true }));
};
const button = (label, within = document) => all("button", within).find((each) => each.textContent.trim().startsWith(label));
const picture = () => all(".view figure svg").find((svg) => svg.getClientRects().length > 0);

try {
  SCENARIO
} catch (error) {
  note(`error: ${error.stack}`);
}
const report = document.createElement("pre");
report.id = "seen";
const bytes = new TextEncoder().encode(JSON.stringify(seen));
report.textContent = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
document.body.append(report);
