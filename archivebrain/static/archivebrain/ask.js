// Says a finished answer once to a screen reader, then clears the box for the next question.
// Everything here is comfort: without this script the page works by ordinary requests.
(() => {
  const announcement = document.getElementById("announcement");
  const box = document.getElementById("question");

  const wordsOf = (element) => {
    const said = element.closest("[data-announce]") ?? element.querySelector("[data-announce]");
    if (said) return said.dataset.announce;
    const answer = element.querySelector("[data-answer]");
    if (!answer) return "";
    const copy = answer.cloneNode(true);
    copy.querySelectorAll(".cite").forEach((cite) => cite.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  const announce = (element) => {
    if (announcement) announcement.textContent = wordsOf(element);
  };

  // What comes while a reader types is said once they pause: not after each letter.
  const TYPING_PAUSE_MS = 1000;
  let due = 0;
  const announceSoon = (element) => {
    clearTimeout(due);
    due = setTimeout(() => announce(element), TYPING_PAUSE_MS);
  };
  // A page left open all day carries the last few questions along, and no more.
  const MOST_TURNS = 4;
  const forgetOld = () => {
    const earlier = document.querySelectorAll("#turns input[name=earlier]");
    [...earlier].slice(MOST_TURNS).forEach((field) => field.remove());
  };

  // By this the streaming page says that a turn is whole.
  document.body.addEventListener("told", (event) => {
    announce(event.target);
    forgetOld();
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const isTyped = event.detail.requestConfig.elt.matches("input");
    (isTyped ? announceSoon : announce)(event.detail.target);
    forgetOld();
    const isAsked = event.detail.requestConfig.elt === box?.form;
    if (isAsked && event.detail.xhr.status === 200) box.value = "";
  });

  // The announcement is hidden until there is a fault, which everybody has to see.
  const tellFault = () => {
    if (!announcement) return;
    announcement.textContent = "That did not work. Try again in a minute.";
    announcement.className = "turn turn-fault";
  };
  document.body.addEventListener("htmx:responseError", tellFault);
  document.body.addEventListener("htmx:sendError", tellFault);
  document.body.addEventListener("htmx:beforeRequest", () => {
    clearTimeout(due);
    if (!announcement) return;
    announcement.textContent = "";
    announcement.className = "hidden";
  });

  // Enter sends, Shift+Enter starts a new line, as people expect of a question box.
  box?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    box.form.requestSubmit();
  });

  // Escape puts a quotation preview away without moving the focus or the pointer.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    document.querySelectorAll(".cite:is(:hover, :focus-within)").forEach((cite) => cite.classList.add("put-away"));
  });
  for (const leaving of ["focusout", "mouseout"]) {
    document.addEventListener(leaving, (event) => {
      event.target.closest(".cite")?.classList.remove("put-away");
    });
  }
})();
