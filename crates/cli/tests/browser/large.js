// Three hundred states: the page opens on groups of them, and finds its way to any other.
const closed = () => all("[data-group][aria-expanded=false]", picture()).length;
const opened = () => all("[data-group][aria-expanded=true]", picture()).length;
note(all("[data-node]", picture()).length, closed(), picture().closest("figure").className);
const letters = all("text", picture()).map((label) => label.getBoundingClientRect().height);
note(Math.min(...letters) >= 10);
// Enter opens the group that has the focus, and closes it again.
const first = () => one("[data-group]", picture());
first().focus();
press("Enter", first());
note(opened(), all("[data-node]", picture()).length, document.activeElement === first());
press("Enter", first());
note(opened());
// Searching opens the group of what it finds.
type(one("#search"), "jump");
note(all("[data-group].hit", picture()).length);
type(one("#search"), "217");
note(all("[data-group].hit", picture()).length);
press("Enter", one("#search"));
note(text("#explain h3"), opened(), one('[data-node="s217"]', picture()).classList.contains("chosen"));
click(button("Neighbours", one("#explain")));
note(all("[data-node]", picture()).map((each) => each.dataset.node).sort().join(" "));
click(all("[data-node]", picture()).find((each) => each.dataset.node === "s218"));
note(text("#explain h3"));
const near = one("#near");
near.value = "0";
near.dispatchEvent(new Event("change", { bubbles: true }));
note(picture().closest("figure").className, all("[data-node]", picture()).length);
// The verdict is about three calls: a fourth one is beyond it.
click(one("#tab-walk"));
for (const name of ["Big()", "next()", "next()"]) click(button(name, one("#walk")));
note(text("#walk .warn"));
click(button("next()", one("#walk")));
note(text("#walk .warn"));
// From state to state with arrow keys, and Enter asks about one.
const state = one('[data-node="s0"]', picture());
state.focus();
press("ArrowRight", state);
press("Enter", document.activeElement);
note(document.activeElement.dataset.node !== "s0", text("#explain h3") === `State ${document.activeElement.dataset.node.slice(1)}`);
