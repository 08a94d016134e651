// Two versions of a program: a word that only the new one has.
note(text("#read h3"));
const list = one("#words");
list.value = "4";
list.dispatchEvent(new Event("change", { bubbles: true }));
const steps = [];
click(all("#events button")[0]);
for (const _ of all("#events li")) {
  const now = all(".map svg .now").find((each) => one("path.edge", each));
  steps.push([text("#events li.now"), ["lost", "gained", "plain"].find((tone) => now.classList.contains(tone))]);
  click(one("#next-event"));
}
note(steps, text("#word .code pre"), text("#word p.soft"));
