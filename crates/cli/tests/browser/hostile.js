// Odd names stay text, wherever they are shown.
note(window.broken === undefined, all("script").length, all("img, iframe, b#x").length);
click(one("#tab-walk"));
click(all("#walk button.step")[0]);
note(text("#where"));
note(text("#walk").includes(NAME));
click(one("#tab-explain"));
click(one('[data-node="s1"]', picture()));
note(text("#explain").includes(NAME));
type(one("#search"), "<\/script>");
press("Enter", one("#search"));
note(text("#hits"));
