// The statement: Ctrl+Enter runs it; keywords, texts, numbers and comments are coloured; a list of names shows how a word may go on
(() => {
  const box = document.getElementById("q");
  const lit = document.getElementById("lit");
  const list = document.getElementById("names");
  const KEYWORDS =
    "ALL AND ANTI AS ASC BETWEEN BY CASE CAST CROSS DESC DESCRIBE DISTINCT ELSE END EXCEPT EXISTS EXPLAIN FALSE FILTER FROM FULL GROUP HAVING IN INNER INTERSECT IS JOIN LATERAL LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER OVER PARTITION PIVOT QUALIFY RIGHT SELECT SEMI SHOW SUMMARIZE TABLES THEN TRUE UNION UNNEST UNPIVOT USING VALUES WHEN WHERE WINDOW WITH".split(" ");
  const TOKEN = /(--[^\n]*|\/\*[^]*?\*\/)|('(?:[^']|'')*')|\b(\d[\w.]*)|([A-Za-z_]\w*)|[^]/g;
  const MOST = 8;
  let tables = null; // columns by table, none of macros
  let chosen = -1;

  function colour() {
    lit.replaceChildren();
    for (const [token, comment, text, number, word] of box.value.matchAll(TOKEN)) {
      const kind =
        (comment && "comment") || (text && "text") || (number && "number") || (word && KEYWORDS.includes(word.toUpperCase()) && "keyword");
      if (kind) lit.append(Object.assign(document.createElement("span"), { className: kind, textContent: token }));
      else lit.append(token);
    }
    lit.append("\n"); // a last line without text has its height, too
    lit.scrollTop = box.scrollTop;
  }

  async function learn() {
    tables = {};
    const answer = await fetch(box.dataset.schema);
    if (!answer.ok) {
      tables = null;
      return;
    }
    for (const entry of await answer.json()) {
      if (entry.table) tables[entry.table] = entry.columns.map((column) => column.column);
      else tables[`${entry.macro}(`] = [];
    }
    tables["meta.builds"] = tables["meta.published"] = [];
  }

  function begun() {
    return box.selectionStart === box.selectionEnd ? /[A-Za-z_][\w.]*$/.exec(box.value.slice(0, box.selectionStart))?.[0] || "" : "";
  }

  function goingOn(word) {
    const names = Object.keys(tables);
    const known = word.includes(".") ? names : names.map((name) => `${name.split(".")[0]}.`);
    const mentioned = names.filter((name) => new RegExp(`\\b${name.replace(/\W/g, "\\$&")}(?!\\w)`, "i").test(box.value));
    const keywords = word === word.toLowerCase() ? KEYWORDS.map((keyword) => keyword.toLowerCase()) : KEYWORDS;
    const every = word.includes(".") ? known : [...mentioned.flatMap((name) => tables[name]), ...keywords, ...known];
    return [...new Set(every)].filter((name) => name.length > word.length && name.toLowerCase().startsWith(word.toLowerCase())).slice(0, MOST);
  }

  function offer() {
    const word = begun();
    const names = word.length > 1 && tables ? goingOn(word) : [];
    list.hidden = !names.length;
    list.replaceChildren(
      ...names.map((name, index) => Object.assign(document.createElement("li"), { id: `name-${index}`, role: "option", textContent: name })),
    );
    choose(-1);
  }

  function choose(index) {
    chosen = index;
    [...list.children].forEach((option, number) => option.setAttribute("aria-selected", number === index));
    if (index < 0) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", `name-${index}`);
  }

  function take(index) {
    box.setRangeText(list.children[index].textContent, box.selectionStart - begun().length, box.selectionStart, "end");
    colour();
    offer();
  }

  box.setAttribute("aria-controls", "names");
  box.setAttribute("aria-autocomplete", "list");
  box.parentElement.classList.add("coloured");
  box.addEventListener("focus", () => tables || learn());
  box.addEventListener("scroll", () => (lit.scrollTop = box.scrollTop));
  box.addEventListener("blur", () => (list.hidden = true));
  box.addEventListener("input", () => {
    colour();
    offer();
  });
  box.addEventListener("keydown", (event) => {
    const count = list.hidden ? 0 : list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) box.form.requestSubmit();
    else if (!count || event.shiftKey) return;
    else if (step) choose((chosen + step + count) % count);
    else if (event.key === "Tab" || (event.key === "Enter" && chosen >= 0)) take(Math.max(chosen, 0));
    else if (event.key === "Escape") list.hidden = true;
    else return;
    event.preventDefault();
  });
  list.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the focus stays in the box
    const index = [...list.children].indexOf(event.target);
    if (index >= 0) take(index);
  });
  colour();
})();
