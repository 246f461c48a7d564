// Reads an answer as it is told. Without this script the form posts and a whole page comes back.
(() => {
  const form = document.getElementById("stream-form");
  const turns = document.getElementById("turns");
  const box = document.getElementById("question");
  const announcement = document.getElementById("announcement");
  const BROKE_OFF = "The answer broke off. Ask once more.";
  const FAILED = "That did not work. Try again in a minute.";

  const element = (name, className, text = "") => {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  };

  // What this site drew itself, escaped on the server.
  const drawn = (html) => document.createRange().createContextualFragment(html);

  const newTurn = (question) => {
    const turn = element("article", "turn turn-telling");
    const answer = element("div", "answer");
    answer.append(document.createElement("p"));
    turn.append(element("h2", "", question), answer);
    turns.prepend(turn);
    return turn;
  };

  const tell = {
    sentence: (turn, data) => turn.querySelector(".answer p").append(drawn(data.html), " "),
    page: (turn, data) => {
      replace(turn, drawn(data.html).firstElementChild);
    },
    unfinished: (turn) => breakOff(turn, BROKE_OFF),
  };

  // ask.js says to a screen reader what has come.
  const replace = (turn, whole) => {
    turn.replaceWith(whole);
    // The buttons below an answer answer in their own place.
    window.htmx?.process(whole);
    whole.dispatchEvent(new CustomEvent("told", { bubbles: true }));
  };

  const breakOff = (turn, said) => {
    turn.classList.add("turn-fault");
    turn.append(element("p", "degraded", said));
    announcement.textContent = said;
  };

  const readEvent = (block, turn) => {
    const name = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (name && data) tell[name]?.(turn, JSON.parse(data));
    return name === "done" || name === "unfinished";
  };

  const readAll = async (response, turn) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let isOver = false;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (rest + piece.value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) isOver = readEvent(block, turn) || isOver;
    }
    if (!isOver) throw new Error("cut off");
  };

  // A proxy's page, or a whole one of ours, has no place among the turns.
  const faultIn = async (response) => {
    const fault = drawn(await response.text()).firstElementChild;
    if (!fault?.matches("article.turn-fault")) throw new Error("no answer");
    return fault;
  };

  const ask = async (question) => {
    const body = new FormData(form);
    const turn = newTurn(question);
    let isTelling = false;
    announcement.textContent = "";
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body,
        headers: { Accept: "text/event-stream" },
      });
      isTelling = response.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
      if (!isTelling) return replace(turn, await faultIn(response));
      await readAll(response, turn);
      box.value = "";
    } catch {
      breakOff(turn, isTelling ? BROKE_OFF : FAILED);
    }
  };

  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.classList.contains("htmx-request")) return;
    form.classList.add("htmx-request");
    await ask(box.value.trim());
    form.classList.remove("htmx-request");
  });
})();
