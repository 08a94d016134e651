// A class of 34 states: searched, fitted, walked into an error.
note(document.documentElement.classList.contains("live"));
note(all("[data-node]", picture()).length);

// Fitted at first sight: all of the picture is inside its frame.
const frame = picture().getBoundingClientRect();
const inside = all("[data-node]", picture()).every((state) => {
  const box = state.getBoundingClientRect();
  return box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
});
note(inside);
const letters = all("[data-from] text", picture()).map((label) => label.getBoundingClientRect().height);
note(Math.min(...letters) >= 10);

// Keys enlarge and move the picture, and fit it again.
const fitted = picture().getAttribute("viewBox");
press("+");
note(picture().getAttribute("viewBox") !== fitted);
press("ArrowRight", one(".map .stage"));
press("f");
note(picture().getAttribute("viewBox") === fitted);

// A slash searches; Enter goes from hit to hit.
press("/");
note(document.activeElement.id);
type(one("#search"), "tliBurn");
note(text("#hits"), all(".map .hit").length > 0);
press("Enter", one("#search"));
note(text("#explain h3"), text(".line.marked"));
type(one("#search"), "IllegalStateException");
press("Enter", one("#search"));
note(one("#explain details").open, text("#explain details p").includes("IllegalStateException"));

// A state is chosen with a click: how to get there can be copied.
type(one("#search"), "");
click(one('.map [data-node="s3"]'));
note(text("#explain h3"), text("#explain .code pre"));

// The walk: three calls, the last of which fails.
click(one("#tab-walk"));
note(text("#where"));
click(button("Cev()", one("#walk")));
click(button("srbIgnition()", one("#walk")));
note(text("#where"));
click(button("splashdown()", one("#walk details")));
note(text("#walk .outcome"), text(".line.marked"), text("#walk .code pre"));
click(button("Undo", one("#walk")));
note(text("#where"), one("#walk .outcome"));
click(button("Restart", one("#walk")));
note(text("#where"));

// Illegal calls are drawn on demand.
const before = picture();
click(one("#illegal"));
note(picture() !== before, picture().textContent.includes("splashdown"));
// What fails in a state is one line of its card, and asked about like any other.
const fails = all(".illegal text", picture()).find((each) => each.textContent.startsWith("✕ all"));
click(fails);
note(text("#explain h3").endsWith("error"), all("#explain .said.illegal").length);
