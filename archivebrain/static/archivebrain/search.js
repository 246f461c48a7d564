// Lets readers move through what a search found without leaving the keyboard.
// Everything here is comfort: without this script the page works by ordinary requests.
(() => {
  const form = document.getElementById("search-form");
  const field = document.getElementById("q");
  const results = document.getElementById("results");

  form.querySelector(".keys-hint").hidden = false;

  // What was sent already need not be asked again because a reader paused after sending it.
  const wanted = () => new URLSearchParams(new FormData(form)).toString();
  let asked = wanted();
  document.body.addEventListener("htmx:confirm", (event) => {
    if (event.target === field && wanted() === asked) event.preventDefault();
  });
  document.body.addEventListener("htmx:beforeRequest", () => {
    asked = wanted();
  });
  // Whatever came to nothing may be asked again.
  for (const fault of ["htmx:responseError", "htmx:sendError"]) {
    document.body.addEventListener(fault, () => {
      asked = "";
    });
  }

  const step = (by) => {
    const links = [...results.querySelectorAll("[data-result]")];
    const here = document.activeElement;
    const lies = (where) => (link) => here.compareDocumentPosition(link) & where;
    const next =
      by > 0
        ? links.find(lies(Node.DOCUMENT_POSITION_FOLLOWING))
        : (links.findLast(lies(Node.DOCUMENT_POSITION_PRECEDING)) ?? field);
    next?.focus();
  };

  const takeUp = () => {
    field.focus();
    field.select();
  };

  const clear = () => {
    field.focus();
    if (!field.value) return;
    field.value = "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const isTyping = (element) => element.matches("input, textarea, select");
  // A letter alone moves only within the results, where nobody means to type.
  const moves = (event) => {
    const isInResults = results.contains(event.target);
    if (!isInResults && event.target !== field) return 0;
    if (event.key === "ArrowDown" || (event.key === "j" && isInResults)) return 1;
    if (event.key === "ArrowUp" || (event.key === "k" && isInResults)) return -1;
    return 0;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const by = moves(event);
    const isSlash = event.key === "/" && !isTyping(event.target);
    const isEscape = event.key === "Escape" && !event.target.matches("select");
    if (by) step(by);
    else if (isSlash) takeUp();
    else if (isEscape) clear();
    else return;
    event.preventDefault();
  });
})();
