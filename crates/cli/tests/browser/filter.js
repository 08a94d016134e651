// What the page says a filter writes, for each of many inputs.
click(one("#tab-try"));
const writing = one("#writing");
writing.selectedIndex = all("option", writing).findIndex((each) => each.textContent === "numbers");
for (const input of INPUTS) {
  type(one("#input"), input.join(" "));
  const output = one("#numbers") || one("#result pre");
  note(one("#outside") ? null : output ? output.textContent : text("#result"));
}
