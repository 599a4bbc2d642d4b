// Plays a small game from stored values: the reader against a program that never errs. A game says how a position begins, which moves
// it has, each with the position after it and what it is worth to its player, how it is drawn, and perhaps what is said of it.
(() => {
  const stored = JSON.parse(document.getElementById("stored").textContent);

  function element(name, values, ...children) {
    const made = Object.assign(document.createElement(name), values);
    made.append(...children);
    return made;
  }

  // [value, moves to the end] of a position for the player who is to move, by one board of those that are alike
  function ticTacToe() {
    const turn = [6, 3, 0, 7, 4, 1, 8, 5, 2];
    const mirror = [2, 1, 0, 5, 4, 3, 8, 7, 6];
    const image = (board, fields) => fields.map((field) => board[field]).join("");
    function value(board) {
      for (let half = 0; half < 2; half++, board = image(board, mirror)) {
        for (let quarter = 0; quarter < 4; quarter++, board = image(board, turn)) {
          if (board in stored.values) return stored.values[board];
        }
      }
      return null;
    }
    function moves(board) {
      if (value(board)[1] === 0) return [];
      const sign = [...board].filter((mark) => mark !== ".").length % 2 ? "O" : "X";
      return [...board].flatMap((mark, field) => {
        if (mark !== ".") return [];
        const to = board.slice(0, field) + sign + board.slice(field + 1);
        const [lost, plies] = value(to);
        const worth = ["loses", "draws", "wins"][1 - lost];
        // the fastest win, the longest defence
        return [{ field, to, label: `field ${field + 1}`, worth: `${worth} in ${plies + 1}`, rank: -100 * lost + lost * plies }];
      });
    }
    function draw(board, play) {
      const grid = element("div", { className: "squares" });
      [...board].forEach((mark, field) => grid.append(mark === "." ? play((move) => move.field === field, "") : element("b", {}, mark)));
      return grid;
    }
    const end = (board, you) => ({ "-1": you ? "You have lost." : "You have won.", 0: "A draw.", 1: you ? "You have won." : "You have lost." })[value(board)[0]];
    return { starts: { "You begin": [".".repeat(9), true], "The program begins": [".".repeat(9), false] }, moves, draw, end };
  }

  // the position is a list of heaps; a player who cannot move has lost
  function heaps() {
    const kinds = {
      Nim: (heap) => [...Array(heap).keys()].map((left) => [left]),
      "Take 1, 2 or 3": (heap) => [1, 2, 3].filter((taken) => taken <= heap).map((taken) => [heap - taken]),
      "Grundy's game": (heap) => [...Array(heap).keys()].filter((part) => part > 0 && 2 * part < heap).map((part) => [part, heap - part]),
    };
    const nimber = (game, heap) => (stored.values[game] ? [0, ...stored.values[game]][heap] : heap);
    function moves([game, ...all]) {
      return all.flatMap((heap, index) =>
        kinds[game](heap).map((parts) => {
          const to = [...all.slice(0, index), ...parts.filter((part) => part > 0), ...all.slice(index + 1)];
          const left = to.reduce((sum, part) => sum ^ nimber(game, part), 0);
          return { index, to: [game, ...to], label: parts.join(" + ") || "0", worth: left ? "loses" : "wins", rank: left ? 0 : 1 };
        }),
      );
    }
    function draw([, ...all], play) {
      const lines = all.map((heap, index) => element("p", {}, `${"●".repeat(heap)} ${heap} → `, ...play.all((move) => move.index === index)));
      return element("div", {}, ...lines);
    }
    const end = (_, you) => (you ? "You cannot move: you have lost." : "The program cannot move: you have won.");
    const starts = { Nim: [["Nim", 3, 4, 5], true], "Take 1, 2 or 3": [["Take 1, 2 or 3", 21], true] };
    if (stored.values["Grundy's game"]) starts["Grundy's game"] = [["Grundy's game", 7, 12], true];
    return { starts, moves, draw, end };
  }

  // the program looks for a code along a tree: a node is [query, what is said of it, whether it may be the code, nodes by answer]
  function mastermind() {
    const start = { node: stored.values, rows: [], isAsked: false };
    function moves({ node, rows, isAsked }) {
      if (!node) return [];
      const [query, , mayBe, answers] = node;
      if (!isAsked) return [{ to: { node, rows: [...rows, [query, ""]], isAsked: true }, label: query, rank: 0 }];
      return [...Object.keys(answers), ...(mayBe ? [`${query.length},0`] : [])].map((answer) => {
        const [black, white] = answer.split(",");
        const next = answers[answer];
        return {
          to: { node: next, rows: [...rows.slice(0, -1), [query, answer]], isAsked: false },
          label: `${black} black, ${white} white`,
          worth: next ? next[1] : "found",
          rank: NaN, // the answer is what it is
        };
      });
    }
    function draw({ rows }, play) {
      const pegs = (query) => [...query].map((letter) => element("i", { className: `peg-${letter}` }, letter));
      const lines = rows.map(([query, answer]) => element("p", { className: "pegs" }, ...pegs(query), ` ${answer.replace(",", " black, ")}${answer && " white"}`));
      return element("div", {}, ...lines, element("p", {}, ...play.all(() => true)));
    }
    const tell = ({ rows }) => `Is it ${rows[rows.length - 1][0]}? Black: right place; white: right colour elsewhere.`;
    return { starts: { "Think of a code": [start, false] }, moves, draw, tell, end: ({ rows }) => `Found with ${rows.length} ${rows.length === 1 ? "query" : "queries"}.` };
  }

  // links by number, as bits: those that Cut has taken, those of Short; of each position the winning links of who is to move
  function bridgIt() {
    const size = (bits) => bits.toString(2).replaceAll("0", "").length;
    const isCuts = ([deleted, marked]) => size(deleted) === size(marked);
    function moves([deleted, marked]) {
      const winning = stored.values[`${deleted},${marked}`] ?? -1;
      if (winning < 0) return [];
      return stored.edges.flatMap(([name], edge) => {
        const bit = 1 << edge;
        if ((deleted | marked) & bit) return [];
        const wins = (winning >> edge) & 1;
        const to = isCuts([deleted, marked]) ? [deleted | bit, marked] : [deleted, marked | bit];
        return [{ edge, to, label: name, worth: wins ? "wins" : "loses", rank: wins }];
      });
    }
    function draw([deleted, marked], play) {
      const grid = element("div", { className: "links-grid" });
      stored.edges.forEach(([name, x, y], edge) => {
        const owner = (deleted >> edge) & 1 ? "Cut" : (marked >> edge) & 1 ? "Short" : "";
        const place = owner ? element("b", { className: owner.toLowerCase(), title: owner }, name) : play((move) => move.edge === edge, name);
        place.style.gridArea = `${y + 1} / ${x + 1}`;
        grid.append(place);
      });
      return grid;
    }
    const end = (position) => (isCuts(position) ? "Short has won: top and bottom are joined." : "Cut has won: left and right are joined.");
    return { starts: { "You begin, as Cut": [[0, 0], true], "The program begins": [[0, 0], false] }, moves, draw, end };
  }

  // the program hides a number with the chances of an optimal hider; a guess is worth what it costs against these
  function dresher() {
    const tables = {};
    function costs(n) {
      if (tables[n]) return tables[n];
      const sums = stored.values[n].reduce((all, weight) => [...all, all[all.length - 1] + weight], [0]);
      const best = Array.from({ length: n + 2 }, () => Array(n + 2).fill(0));
      const weight = (low, high) => sums[high] - sums[low - 1];
      const cost = (low, high, guess) => weight(low, high) + best[low][guess - 1] + best[guess + 1][high];
      for (let low = n; low; low--) {
        for (let high = low; high <= n; high++) {
          best[low][high] = Math.min(...Array.from({ length: high - low + 1 }, (_, index) => cost(low, high, low + index)));
        }
      }
      return (tables[n] = { mean: (low, high, guess) => cost(low, high, guess) / (weight(low, high) || 1) });
    }
    function hide(n) {
      const weights = stored.values[n];
      let left = Math.random() * weights.reduce((sum, weight) => sum + weight);
      const index = weights.findIndex((weight) => (left -= weight) < 0);
      return { n, low: 1, high: n, hidden: (index < 0 ? weights.findLastIndex((weight) => weight) : index) + 1, guesses: [], isGuessed: false };
    }
    function moves(position) {
      const { n, low, high, hidden, guesses, isGuessed } = position;
      const last = guesses[guesses.length - 1];
      if (isGuessed) {
        if (last === hidden) return [];
        const narrowed = last < hidden ? { low: last + 1 } : { high: last - 1 };
        return [{ to: { ...position, ...narrowed, isGuessed: false }, label: "", rank: 0 }];
      }
      return Array.from({ length: high - low + 1 }, (_, index) => {
        const mean = costs(n).mean(low, high, low + index);
        return { to: { ...position, guesses: [...guesses, low + index], isGuessed: true }, label: `${low + index}`, worth: mean.toFixed(3), rank: -Number(mean.toFixed(9)) };
      });
    }
    const draw = ({ guesses }, play) => element("div", {}, element("p", {}, guesses.length ? `Guesses: ${guesses.join(", ")}` : ""), element("p", {}, ...play.all(() => true)));
    const tell = ({ low, high }) => (low < high ? `The number is one of ${low} to ${high}: your guess.` : `The number is ${low}: guess it.`);
    const end = ({ hidden, guesses }) => `It is ${hidden}, found with ${guesses.length} ${guesses.length === 1 ? "guess" : "guesses"}.`;
    const starts = Object.fromEntries([5, 11, 20, 40].filter((n) => stored.values[n]).map((n) => [`1 to ${n}`, [() => hide(n), true]]));
    return { starts, moves, draw, tell, end };
  }

  const game = { tictactoe: ticTacToe, heaps, mastermind, bridgit: bridgIt, dresher }[stored.game]();
  const said = element("p", { className: "sentence" });
  said.setAttribute("role", "status");
  const board = element("div", {});
  const worth = element("input", { type: "checkbox", id: "worth" });
  const buttons = element("p", { className: "links" });
  let course = [];

  function best(moves) {
    return moves.reduce((chosen, move) => (move.rank > chosen.rank ? move : chosen));
  }

  // the program answers until it is the reader's turn
  function go(position, isYours) {
    const moves = game.moves(position);
    if (!isYours && moves.length) {
      const move = best(moves);
      return go(move.to, true);
    }
    course.push(position);
    show(moves, isYours);
  }

  function show(moves, isYours) {
    const most = moves.length ? best(moves).rank : 0;
    function button(move, label) {
      const text = worth.checked ? `${label} ${move.worth}`.trim() : label;
      const made = element("button", { type: "button", textContent: text, onclick: () => go(move.to, false) });
      made.setAttribute("aria-label", `${move.label}${worth.checked ? `: ${move.worth}` : ""}`);
      made.classList.toggle("best", worth.checked && move.rank === most);
      return made;
    }
    const play = (fits, label) => {
      const move = moves.find(fits);
      return move ? button(move, label) : element("b", {});
    };
    play.all = (fits) => moves.filter(fits).map((move) => button(move, move.label));
    const position = course[course.length - 1];
    if (!moves.length) said.textContent = game.end(position, isYours);
    else said.textContent = game.tell?.(position) ?? `Your move${worth.checked ? `: the best ${best(moves).worth}` : ""}.`;
    board.replaceChildren(game.draw(position, play));
  }

  function begin([position, isYours]) {
    course = [];
    // a position may be drawn by lot
    go(typeof position === "function" ? position() : position, isYours);
  }
  for (const [name, start] of Object.entries(game.starts)) {
    buttons.append(element("button", { type: "button", textContent: name, onclick: () => begin(start) }), " ");
  }
  const back = () => {
    if (course.length < 2) return;
    course.pop();
    show(game.moves(course[course.length - 1]), true);
  };
  buttons.append(element("button", { type: "button", className: "second", textContent: "Take back", onclick: back }), " ");
  worth.onchange = () => show(game.moves(course[course.length - 1]), true);
  buttons.append(element("label", {}, worth, " what moves are worth"));
  document.getElementById("stored").after(element("section", { className: "stored", ariaLabel: "Play" }, said, board, buttons));
  begin(Object.values(game.starts)[0]);
})();
