// What a board does without a request: arrow keys move between its places, keys of a guess fill its places, and after a move
// the focus stays where it was. Pages work without it, by links.
(() => {
  const CHOICES = ".spot, .moves a, .key:enabled, .palette a, .answers a, a.play, .go[href]";
  let where = null;

  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const choices = () => [...document.querySelectorAll(`main :is(${CHOICES})`)].filter((one) => one.checkVisibility());
  const nearest = (from, among, cost) =>
    among.map((one) => [cost(middle(one), from), one]).filter(([far]) => far > 0).sort(([a], [b]) => a - b)[0]?.[1];

  // arrow keys: to the nearest place in their direction; where there are none, to the previous and the next page
  function step(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!dx && !dy) return false;
    const all = choices();
    if (!all.length) {
      document.querySelector(`main a[rel=${dx < 0 ? "prev" : dx ? "next" : "none"}]`)?.click();
      return Boolean(dx);
    }
    if (!all.includes(document.activeElement)) {
      if (dy) return false;
      all[dx > 0 ? 0 : all.length - 1].focus();
      return true;
    }
    const next = nearest(middle(document.activeElement), all, (to, from) => {
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      return along > 1 ? along + 3 * Math.abs((to.x - from.x) * dy + (to.y - from.y) * dx) : 0;
    });
    const place = all.indexOf(document.activeElement);
    (next ?? (dx ? all[(place + dx + all.length) % all.length] : null))?.focus();
    return true;
  }

  // a guess, put together here: its colours or letters as a list
  const guess = () => document.querySelector("main .compose");
  const chosen = (compose) => (compose.chosen ??= []);

  function show(compose) {
    const picks = chosen(compose);
    const places = Number(compose.dataset.places);
    const key = (pick) => compose.querySelector(`.key[data-pick="${CSS.escape(pick)}"]`);
    const slots = compose.querySelector(".slots");
    [...slots.children].forEach((slot, place) => {
      slot.innerHTML = place < picks.length ? key(picks[place]).innerHTML : compose.querySelector("template").innerHTML;
      slot.classList.toggle("next", place === picks.length);
    });
    slots.setAttribute("aria-label", picks.length ? `Chosen: ${picks.join(" ")}` : "Nothing chosen yet");
    for (const one of compose.querySelectorAll(".key")) {
      one.disabled = picks.length === places || ("differ" in compose.dataset && picks.includes(one.dataset.pick));
    }
    compose.querySelector(".remove").disabled = !picks.length;
    const go = compose.querySelector(".go");
    go.textContent = `${compose.dataset.verb} ${picks.join("")}`;
    go.setAttribute("aria-disabled", picks.length < places);
    if (picks.length < places) go.removeAttribute("href");
    else go.href = compose.dataset.turn.replace(/turn=(?=&|$)/, `turn=${encodeURIComponent(picks.join(""))}`);
  }

  function pick(compose, sign) {
    const key = [...compose.querySelectorAll(".key:enabled")].find((one) => one.dataset.pick.toLowerCase() === sign.toLowerCase());
    if (!key) return false;
    chosen(compose).push(key.dataset.pick);
    show(compose);
    if (chosen(compose).length === Number(compose.dataset.places)) compose.querySelector(".go").focus({ preventScroll: true });
    return true;
  }

  function unpick(compose, place) {
    chosen(compose).splice(place, 1);
    show(compose);
  }

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .scroll, pre")) return;
    const compose = guess();
    const isDone =
      (!event.shiftKey && step(event)) ||
      (compose && event.key.length === 1 && event.key !== " " && pick(compose, event.key)) ||
      (compose && event.key === "Backspace" && chosen(compose).length && (unpick(compose, -1), true));
    if (isDone) event.preventDefault();
  });

  // before links are followed in place
  addEventListener(
    "click",
    (event) => {
      const compose = event.target.closest(".compose");
      const key = event.target.closest(".compose .key");
      const slot = event.target.closest(".compose .slot");
      if (key || slot || event.target.closest(".compose .remove")) {
        if (key) pick(compose, key.dataset.pick);
        else if (slot) unpick(compose, [...slot.parentElement.children].indexOf(slot));
        else unpick(compose, -1);
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const choice = event.target.closest(`main :is(${CHOICES})`);
      where = choice ? middle(choice) : null;
    },
    true,
  );

  document.addEventListener("inplace", () => {
    const all = choices();
    if (where && all.length) {
      const next = nearest(where, all, (to, from) => 1 + Math.hypot(to.x - from.x, to.y - from.y));
      next.focus({ preventScroll: true });
    }
    const told = document.getElementById("told") ?? document.body.appendChild(Object.assign(document.createElement("p"), { id: "told", className: "unseen" }));
    told.setAttribute("role", "status");
    told.textContent = document.getElementById("position")?.textContent.trim() ?? "";
  });
})();
