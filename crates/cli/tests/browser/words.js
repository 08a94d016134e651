// The words of a language, event by event.
click(one("#tab-read"));
const words = one("#words");
words.value = "0";
words.dispatchEvent(new Event("change", { bubbles: true }));
note(all("#events li").length, text("#events li.now"), text(".line.marked"));
const edge = () => all(".view svg .now").map((each) => `${each.dataset.from} ${each.dataset.to}`)[0];
note(edge());
click(one("#next-event"));
note(text("#events li.now"), edge());
click(one("#previous-event"));
note(text("#events li.now"));
note(all("#inputs li").length, text("#word .code pre"));
