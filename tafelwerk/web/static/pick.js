// Pickers: what a field says is put together by clicks as well. The field stays what is sent, and may be typed; a picker that
// cannot read it keeps still. Each is a .picker with the palette of its tokens, the field's id, and a kind: rows or piles.
(() => {
  const make = (name, properties = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key.includes("-")) made.setAttribute(key, value);
      else made[key] = value;
    }
    made.append(...children);
    return made;
  };
  const button = (label, click, ...children) =>
    make("button", { type: "button", "aria-label": label, onclick: click }, ...children);

  // Rows of a code and its answer, "AABC 1,2; ABDE 0,3"; or of a word and its signs, "crane G---Y"
  function rows(picker, field, face, tokens) {
    const other = (name) => document.getElementById(`f-${name}`)?.value.trim() || "";
    const game = /^(\d+)x(\d+)/.exec(other("game")) || (other("pegs") && [0, other("pegs"), other("colors")]);
    const pegs = game ? Number(game[1]) : 0;
    const colors = game ? Number(game[2]) : 0;
    if (!game && !other("game") && !other("name")) return null;
    if (game && (pegs > 8 || colors > tokens.length)) return null;
    let list = [];
    let at = [0, 0];

    function counts(text) {
      let found = /^(\d+)\s*,\s*(\d+)$/.exec(text) || /^(\d+)b\s*(\d+)w$/i.exec(text);
      if (found) return [Number(found[1]), Number(found[2])];
      if (text === "-") return [0, 0];
      if (/^[bw]+$/i.test(text)) return [text.replace(/w/gi, "").length, text.replace(/b/gi, "").length];
      return null;
    }
    function read(text) {
      const read = [];
      for (const entry of text.split(";").filter((entry) => entry.trim())) {
        const [guess, ...rest] = entry.trim().split(/\s+/);
        const answer = rest.join(" ");
        if (!game) {
          if (!/^[gy-]+$/i.test(answer) || answer.length !== guess.length) return null;
          read.push({ guess: [...guess], answer: [...answer.toUpperCase()] });
          continue;
        }
        const codes = [...guess.toUpperCase()];
        const known = counts(answer);
        if (!known || codes.length !== pegs || codes.some((code) => tokens.indexOf(code) < 0)) return null;
        read.push({ guess: codes, answer: known });
      }
      return read;
    }
    const write = () =>
      list
        .filter((row) => row.guess.length && row.guess.every(Boolean))
        .map((row) => `${row.guess.join("")} ${row.answer.join(game ? "," : "")}`)
        .join("; ");

    function number(row, place, sign, name) {
      const choose = make("select", { "aria-label": name, onchange: () => ((row.answer[place] = Number(choose.value)), show()) });
      for (let count = 0; count <= pegs; count++) choose.append(make("option", { value: count }, `${count}`));
      choose.value = row.answer[place];
      return make("label", { className: "count", title: name }, make("span", { className: sign }), choose);
    }
    function line(row, index) {
      const slots = row.guess.map((token, place) => {
        const name = `${picker.dataset.row} ${index + 1}, ${place + 1}: ${token || "-"}`;
        const turn = () => {
          const signs = ["-", "Y", "G"];
          row.answer[place] = signs[(signs.indexOf(row.answer[place]) + 1) % 3];
          show();
        };
        const slot = button(name, game ? () => ((at = [index, place]), show()) : turn);
        slot.className = game ? "slot" : `tile sign${row.answer[place] === "-" ? "" : row.answer[place]}`;
        slot.append(game ? (token ? face(token) : "") : token.toUpperCase());
        if (game && at[0] === index && at[1] === place) slot.classList.add("next");
        return slot;
      });
      const drop = () => (list.splice(index, 1), (at = [list.length, 0]), show());
      return make(
        "div",
        { className: "pickrow" },
        ...slots,
        ...(game ? [number(row, 0, "peg black", picker.dataset.right), number(row, 1, "peg", picker.dataset.elsewhere)] : []),
        button(`${picker.dataset.remove} ${index + 1}`, drop, "×"),
      );
    }
    function put(token) {
      if (!list[at[0]]) return;
      list[at[0]].guess[at[1]] = token;
      if (at[1] + 1 < pegs) at = [at[0], at[1] + 1];
      show();
    }
    function show() {
      field.value = write();
      const word = make("input", { className: "word", "aria-label": picker.dataset.add, autocomplete: "off", spellcheck: false });
      const add = () => {
        const guess = game ? Array(pegs).fill("") : [...word.value.trim().toLowerCase()];
        if (!guess.length) return;
        list.push({ guess, answer: game ? [0, 0] : guess.map(() => "-") });
        at = [list.length - 1, 0];
        show();
      };
      word.onkeydown = (event) => event.key === "Enter" && (event.preventDefault(), add());
      const adding = make("div", { className: "pickrow" }, ...(game ? [] : [word]), button(picker.dataset.add, add, picker.dataset.add));
      picker.querySelector(".picked").replaceChildren(...list.map(line), adding);
      picker.querySelector(".palette").hidden = !game || !list[at[0]];
      for (const token of picker.querySelectorAll("[data-token]")) token.hidden = tokens.indexOf(token.dataset.token) >= colors;
    }
    list = read(field.value);
    if (!list) return null;
    at = [list.length, 0];
    if (game && !list.length) list.push({ guess: Array(pegs).fill(""), answer: [0, 0] });
    picker.onkeydown = (event) => {
      const token = event.key.toUpperCase();
      if (game && event.target.tagName === "BUTTON" && tokens.indexOf(token) >= 0 && tokens.indexOf(token) < colors) put(token);
    };
    return { put, show };
  }

  // Piles of cards, "CJ CA | SJ CT": the current pile takes what is clicked, a card that lies is taken back
  function piles(picker, field, face, tokens) {
    const names = JSON.parse(picker.dataset.piles);
    const sizes = JSON.parse(picker.dataset.sizes);
    const parts = field.value.toUpperCase().split(names.length > 1 ? "|" : /\|(?!)/);
    const lists = names.map((_, index) => (parts[index] || "").split(/[\s|,]+/).filter(Boolean));
    if (parts.length > names.length || lists.flat().some((card) => tokens.indexOf(card) < 0)) return null;
    const isFull = (index) => lists[index].length >= sizes[index];
    let at = Math.max(0, lists.findIndex((_, index) => !isFull(index)));

    function put(token) {
      const lies = lists.findIndex((list) => list.includes(token));
      if (lies >= 0) {
        lists[lies].splice(lists[lies].indexOf(token), 1);
        at = lies;
      } else if (!isFull(at)) lists[at].push(token);
      if (isFull(at)) at = Math.max(at, lists.findIndex((_, index) => !isFull(index)));
      show();
    }
    function show() {
      field.value = lists.map((list) => list.join(" ")).join(" | ").replace(/[\s|]+$/, "");
      const shown = lists.map((list, index) => {
        const head = button(names[index], () => ((at = index), show()), `${names[index]} ${list.length}/${sizes[index]}`);
        head.className = "pile";
        if (names.length > 1) head.setAttribute("aria-pressed", at === index);
        const cards = [...list]
          .sort((one, two) => tokens.indexOf(one) - tokens.indexOf(two))
          .map((card) => {
            const taken = button(`${picker.dataset.remove} ${card}`, () => put(card), face(card));
            taken.className = "token";
            return taken;
          });
        return make("div", { className: "pickrow" }, head, ...cards);
      });
      picker.querySelector(".picked").replaceChildren(...shown);
      for (const token of picker.querySelectorAll("[data-token]"))
        token.setAttribute("aria-pressed", lists.flat().includes(token.dataset.token));
    }
    return { put, show };
  }

  function begin() {
    for (const picker of document.querySelectorAll(".picker")) {
      const field = document.getElementById(picker.dataset.field);
      const buttons = [...picker.querySelectorAll("[data-token]")];
      const tokens = buttons.map((token) => token.dataset.token);
      const face = (token) => buttons[tokens.indexOf(token)].firstElementChild.cloneNode(true);
      const start = () => {
        const kind = picker.dataset.kind === "rows" ? rows : piles;
        const made = kind(picker, field, face, tokens);
        picker.hidden = !made;
        if (!made) return;
        for (const token of buttons) token.onclick = () => made.put(token.dataset.token);
        const before = field.value;
        made.show();
        field.value = before;
      };
      start();
      field.addEventListener("change", start);
      for (const name of ["game", "pegs", "colors", "name"]) {
        const other = document.getElementById(`f-${name}`);
        if (other && other !== field) other.addEventListener("change", start);
      }
    }
  }
  begin();
  // fields that are left empty need not stand in the address
  document.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name);
  });
  document.addEventListener("inplace", () => {
    begin();
    // on a phone the answer lies below the form
    const answer = document.getElementById("answer");
    if (answer && answer.getBoundingClientRect().top > innerHeight / 2) answer.scrollIntoView();
  });
})();
