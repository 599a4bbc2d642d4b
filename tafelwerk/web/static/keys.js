// Arrow keys move between cards and answers that can be chosen; where there are none, to the previous and the next page.
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .scroll, pre")) return;
  const choices = [...document.querySelectorAll("main a.play, main .answers a")].filter((one) => one.checkVisibility());
  if (choices.length) {
    const place = choices.indexOf(document.activeElement);
    choices[place < 0 ? 0 : (place + step + choices.length) % choices.length].focus();
    event.preventDefault();
    return;
  }
  document.querySelector(`main a[rel=${step < 0 ? "prev" : "next"}]`)?.click();
});
