// Two versions of a class: both in one picture, and the way to each difference.
const told = (kind) => text(`.map svg .${kind} text`);
note(told("gained"), told("lost"), text("#read h3"));
// It opens on the first difference, at the call where the versions part.
note(text("#events li.now"));
const list = one("#words");
list.value = "1";
list.dispatchEvent(new Event("change", { bubbles: true }));
const edge = () => all(".view svg .now").map((each) => `${each.dataset.from} ${each.dataset.to}`)[0];
note(text("#word h4"), text("#events li.now"), edge(), text("#word .code pre"));
click(one("#previous-event"));
note(text("#events li.now"), edge());
// A state says what is lost and gained there; a call of one version is asked about like any other.
click(one('.map [data-node="s1"] .number'));
note(text("#explain h3"), all("#explain h4.lost, #explain h4.gained").map((each) => each.textContent));
click(one(".map svg .gained text"));
note(text("#explain h3"));
type(one("#search"), "lock");
press("Enter", one("#search"));
note(text("#hits"));
