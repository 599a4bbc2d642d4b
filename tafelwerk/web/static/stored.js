// Plays a small game from stored values: the reader against a program that never errs. A game says how a position begins, which moves
// it has, each with the position after it and what it is worth to its player, and how it is drawn.
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

  const game = { tictactoe: ticTacToe, heaps }[stored.game]();
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
    said.textContent = moves.length ? `Your move${worth.checked ? `: the best ${best(moves).worth}` : ""}.` : game.end(position, isYours);
    board.replaceChildren(game.draw(position, play));
  }

  for (const [name, [position, isYours]] of Object.entries(game.starts)) {
    const begin = () => {
      course = [];
      go(position, isYours);
    };
    buttons.append(element("button", { type: "button", textContent: name, onclick: begin }), " ");
  }
  const back = () => {
    if (course.length < 2) return;
    course.pop();
    show(game.moves(course[course.length - 1]), true);
  };
  buttons.append(element("button", { type: "button", className: "second", textContent: "Take back", onclick: back }), " ");
  worth.onchange = () => show(game.moves(course[course.length - 1]), true);
  buttons.append(element("label", {}, worth, " what moves are worth"));
  const [position, isYours] = Object.values(game.starts)[0];
  document.getElementById("stored").after(element("section", { className: "stored", ariaLabel: "Play" }, said, board, buttons));
  go(position, isYours);
})();
