// Guards over registers: what was typed decides.
const call = (method, value) => {
  const form = all("#walk form").find((each) => each.textContent.startsWith(`${method}(`));
  type(one("input", form), value);
  form.requestSubmit();
};
click(one("#tab-walk"));
click(button("Session()", one("#walk")));
call("open", "7");
note(text("#where"), text("#walk .registers"));
call("close", "8");
note(text("#walk .outcome"), text("#walk .code pre"));
click(button("Undo", one("#walk")));
call("close", "7");
note(text("#where"));
call("open", "seven");
note(text("#walk .outcome"));
// A case that is chosen gets arguments that belong to it.
call("open", "40");
click(button("if id != owner", one("#walk")));
note(text("#walk .outcome").includes("fails"), text("#taken li:last-child code"));
