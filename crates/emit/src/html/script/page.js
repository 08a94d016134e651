// Putting the page together: what is static without this script becomes a desk with a picture, a panel and the source.

/** The tabs of each kind of model: the name, the title, and what fills the tab. */
const TABS = {
  interface: ["walk", "Walk", () => null],
  language: ["read", "Words", (index) => wordsPanel(index)],
  joint: ["read", "Differences", (index) => wordsPanel(index)],
  transducer: ["try", "Try", (index) => filterPanel(index)],
};

function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  if (!data.report.model) return;
  desk.index = indexed(data.report);
  desk.source = data.source;
  document.documentElement.classList.add("live");
  document.body.classList.add(desk.index.kind);
  document.body.append(el("p", { id: "said", class: "away", role: "status", "aria-live": "polite" }));
  makePanel(desk.index);
  makeToolbar();
  for (const svg of document.querySelectorAll(".view figure svg")) prepare(svg);
  for (const stage of document.querySelectorAll(".view .stage")) listenTo(stage);
  document.addEventListener("keydown", pageKey);
  document.addEventListener("click", followLine);
  window.addEventListener("resize", () => settle());
  window.addEventListener("beforeprint", () => document.querySelectorAll(".view figure svg").forEach((svg) => see(svg, wholeOf(svg))));
  window.addEventListener("afterprint", () => fit());
  settle();
  if (desk.index.kind === "interface") renderWalk();
  openTab("explain");
  if (isLarge(desk.index)) showGroups();
  chooseState(desk.index.initial);
  if (desk.index.kind === "joint" && desk.index.model.witnesses.length) {
    openTab("read");
    readFirst(desk.index);
  }
}

/** Whether there are more states than one wants to see at once, or there is no picture of them. */
function isLarge(index) {
  return index.states.size > MOST_SINGLE || !document.querySelector(".view figure svg");
}

/** The desk takes what the header leaves of the window, and the picture fills its place. */
function settle() {
  const bench = document.getElementById("bench");
  bench.style.setProperty("--above", `${bench.getBoundingClientRect().top + window.scrollY}px`);
  fit();
}

function makePanel(index) {
  const [name, title, fill] = TABS[index.kind];
  const tabs = [["explain", "Explain"], [name, title]];
  const list = el("div", { role: "tablist", "aria-label": "panel" }, ...tabs.map(([id, text]) =>
    button(text, () => openTab(id), { role: "tab", id: `tab-${id}`, "aria-controls": id })));
  list.addEventListener("keydown", (event) => tabKey(tabs.map(([id]) => id), event));
  const panes = tabs.map(([id]) => el("div", { role: "tabpanel", id, "aria-labelledby": `tab-${id}`, tabindex: 0 }));
  const panel = el("aside", { id: "panel", "aria-label": "explanations" }, list, ...panes);
  document.querySelector(".view").after(panel);
  panes[1].replaceChildren(...(fill(index) || []));
}

function openTab(id) {
  for (const tab of document.querySelectorAll("#panel [role=tab]")) {
    const open = tab.id === `tab-${id}`;
    tab.setAttribute("aria-selected", String(open));
    tab.setAttribute("tabindex", open ? "0" : "-1");
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !open;
  }
}

function tabKey(ids, event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const now = ids.findIndex((id) => `tab-${id}` === document.activeElement.id);
  const next = ids[(now + by + ids.length) % ids.length];
  openTab(next);
  document.getElementById(`tab-${next}`).focus();
}

function makeToolbar() {
  const view = document.querySelector(".view");
  const wanted = el("input", { type: "search", id: "search", placeholder: "search  /", "aria-label": "search a method, a state or an exception", autocomplete: "off" });
  wanted.addEventListener("input", () => search(wanted.value));
  wanted.addEventListener("keydown", (event) => searchKey(wanted, event));
  const near = el("select", { id: "near", "aria-label": "how much is shown" }, el("option", { value: 0 }, "all states"),
    isLarge(desk.index) ? el("option", { value: "groups" }, "groups") : null,
    ...DISTANCES.map((n) => el("option", { value: n }, `within ${counted(n, "step")}`)));
  near.addEventListener("change", () => {
    const middle = desk.chosen?.state ?? desk.chosen?.edge?.[0] ?? desk.index.initial;
    if (near.value === "groups") showGroups();
    else showNear(middle, Number(near.value));
  });
  const tools = el("div", { class: "toolbar", role: "toolbar", "aria-label": "picture" },
    wanted,
    button("‹", () => nextHit(-1), { "aria-label": "previous hit", title: "previous hit" }),
    button("›", () => nextHit(1), { "aria-label": "next hit", title: "next hit" }),
    el("span", { id: "hits", role: "status" }),
    button("−", () => zoom(1 / ZOOM_STEP), { "aria-label": "smaller", title: "smaller (-)" }),
    button("+", () => zoom(ZOOM_STEP), { "aria-label": "larger", title: "larger (+)" }),
    button("Fit", () => fit(), { id: "fit", title: "show all (f)" }),
    near);
  view.querySelector("h2").after(tools);
  const illegal = document.getElementById("illegal");
  if (illegal) {
    tools.append(illegal.closest("label"));
    illegal.addEventListener("change", () => {
      if (near.value !== "0") showNear(0, 0);
      fit();
      refreshMarks();
      bring(stateElement(desk.chosen?.state ?? desk.index.initial));
    });
  }
}

function searchKey(field, event) {
  if (event.key === "Enter") {
    event.preventDefault();
    nextHit(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    field.value = "";
    search("");
    document.querySelector(".view .stage")?.focus();
  }
}

/** Keys that work wherever nobody is typing. */
function pageKey(event) {
  const typing = event.target.closest?.("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    "/": () => document.getElementById("search").focus(),
    f: () => fit(),
    "+": () => zoom(ZOOM_STEP),
    "=": () => zoom(ZOOM_STEP),
    "-": () => zoom(1 / ZOOM_STEP),
    n: () => nextHit(1),
    p: () => nextHit(-1),
  };
  const done = own(keys, event.key);
  if (!done) return;
  event.preventDefault();
  done();
}

/** Links to lines scroll the source, and the page only where the source is out of sight. */
function followLine(event) {
  const link = event.target.closest?.("a[href^='#L']");
  if (!link) return;
  event.preventDefault();
  showLine(Number(link.getAttribute("href").slice(2)));
  if (!link.closest("#bench")) document.getElementById("bench").scrollIntoView();
}

start();
