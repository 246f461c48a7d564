// The site widget: one button on another site's page; nothing is asked of the brain before a
// reader sends a question. All words are set as text, so no answer can become markup there.
(() => {
  "use strict";

  const ELEMENT = "archivebrain-widget";
  const KEPT_DAYS = 180;
  const PATIENCE_MS = 120_000;
  const PREVIEW_MS = 300;
  const MOST_TURNS = 4;
  const MOST_CHARACTERS = 2000;

  const tag = document.currentScript;
  if (!tag || document.querySelector(ELEMENT)) return;
  const brain = new URL(".", tag.src);

  const WORDS = {
    en: {
      label: "Ask the author", question: "Your question", send: "Ask", busy: "Looking…", close: "Close",
      hint: `Questions that the writing does not answer are kept for ${KEPT_DAYS} days, without a name, so that the author can write about them.`,
      own: "Ask on a page of its own", sources: "Sources", quoted: "The words quoted", source: "source",
      searched: "Searched for", views: "How the view changed", story: "The whole story", undated: "date unknown", unstated: "date not stated",
      degraded: "A part of this brain is resting, so this answer is made more simply than usual.",
      offline: "You are offline. Your question is kept here; send it again when you are back.",
      unreachable: "The writing cannot be asked from this page just now.",
      broken: "That did not work. Try again in a minute.",
      limited: (wait) => `That was a lot in a short time. Try again in ${wait}.`,
      helped: "This helped", failed: "It did not", why: "Why?", thanks: "Thank you. The author is told, without your words.",
      reasons: ["A quotation is wrong", "It is about something else", "The view is not held any more", "Something is missing", "The writing does answer this", "The writing does not answer this"],
      labels: {},
    },
    de: {
      label: "Frag die Texte", question: "Ihre Frage", send: "Fragen", busy: "Sucht …", close: "Schließen",
      hint: `Fragen, die die Texte nicht beantworten, werden ${KEPT_DAYS} Tage lang ohne Namen aufbewahrt, damit darüber geschrieben werden kann.`,
      own: "Auf einer eigenen Seite fragen", sources: "Quellen", quoted: "Die zitierten Worte", source: "Quelle",
      searched: "Gesucht", views: "Wie sich die Ansicht geändert hat", story: "Die ganze Geschichte", undated: "Datum unbekannt", unstated: "Datum nicht angegeben",
      degraded: "Ein Teil ruht gerade; diese Antwort ist einfacher als sonst.",
      offline: "Sie sind offline. Die Frage bleibt hier stehen; senden Sie sie später noch einmal.",
      unreachable: "Von dieser Seite aus lässt sich gerade nicht fragen.",
      broken: "Das hat nicht geklappt. Versuchen Sie es in einer Minute noch einmal.",
      limited: (wait) => `Das waren viele Fragen in kurzer Zeit. Versuchen Sie es in ${wait} noch einmal.`,
      helped: "Das hat geholfen", failed: "Das hat nicht geholfen", why: "Warum?", thanks: "Danke. Das erfährt, wer die Texte schreibt, ohne Ihre Worte.",
      reasons: ["Ein Zitat stimmt nicht", "Es geht um etwas anderes", "Diese Ansicht gilt nicht mehr", "Es fehlt etwas", "Die Texte beantworten das doch", "Die Texte beantworten das nicht"],
      labels: { current: "gilt", refined: "verfeinert", reversed: "umgekehrt", retracted: "zurückgezogen" },
    },
    fr: {
      label: "Interroger les textes", question: "Votre question", send: "Demander", busy: "Recherche…", close: "Fermer",
      hint: `Les questions auxquelles les textes ne répondent pas sont conservées ${KEPT_DAYS} jours, sans nom, pour que l’auteur puisse écrire à leur sujet.`,
      own: "Demander sur une page à part", sources: "Sources", quoted: "Les mots cités", source: "source",
      searched: "Recherché", views: "Comment l’avis a changé", story: "Toute l’histoire", undated: "date inconnue", unstated: "date non indiquée",
      degraded: "Une partie du service est au repos ; cette réponse est plus simple que d’habitude.",
      offline: "Vous êtes hors ligne. Votre question reste ici ; renvoyez-la plus tard.",
      unreachable: "On ne peut pas interroger les textes depuis cette page pour l’instant.",
      broken: "Cela n’a pas marché. Réessayez dans une minute.",
      limited: (wait) => `Cela fait beaucoup en peu de temps. Réessayez dans ${wait}.`,
      helped: "Cela m’a aidé", failed: "Cela ne m’a pas aidé", why: "Pourquoi ?", thanks: "Merci. L’auteur l’apprend, sans vos mots.",
      reasons: ["Une citation est fausse", "Il s’agit d’autre chose", "Cet avis n’est plus tenu", "Il manque quelque chose", "Les textes y répondent pourtant", "Les textes n’y répondent pas"],
      labels: { current: "actuel", refined: "précisé", reversed: "inversé", retracted: "retiré" },
    },
    es: {
      label: "Preguntar a los textos", question: "Su pregunta", send: "Preguntar", busy: "Buscando…", close: "Cerrar",
      hint: `Las preguntas que los textos no responden se guardan ${KEPT_DAYS} días, sin nombre, para que se pueda escribir sobre ellas.`,
      own: "Preguntar en una página aparte", sources: "Fuentes", quoted: "Las palabras citadas", source: "fuente",
      searched: "Buscado", views: "Cómo cambió la opinión", story: "Toda la historia", undated: "fecha desconocida", unstated: "fecha no indicada",
      degraded: "Una parte del servicio descansa; esta respuesta es más sencilla que de costumbre.",
      offline: "No hay conexión. Su pregunta queda aquí; envíela de nuevo más tarde.",
      unreachable: "Desde esta página no se puede preguntar en este momento.",
      broken: "No ha funcionado. Inténtelo de nuevo en un minuto.",
      limited: (wait) => `Han sido muchas preguntas en poco tiempo. Inténtelo de nuevo en ${wait}.`,
      helped: "Me ha servido", failed: "No me ha servido", why: "¿Por qué?", thanks: "Gracias. Se lo decimos al autor, sin sus palabras.",
      reasons: ["Una cita es incorrecta", "Trata de otra cosa", "Esa opinión ya no se sostiene", "Falta algo", "Los textos sí lo responden", "Los textos no lo responden"],
      labels: { current: "vigente", refined: "matizada", reversed: "invertida", retracted: "retirada" },
    },
  };

  // In the order of every language's words for them.
  const REASONS = ["misquoted", "off_topic", "outdated", "incomplete", "should_have_answered", "should_have_declined"];

  const wanted = (tag.dataset.lang || document.documentElement.lang || "en").toLowerCase().split("-")[0];
  const language = Object.hasOwn(WORDS, wanted) ? wanted : "en";
  const words = WORDS[language];
  const label = tag.dataset.label || words.label;
  const side = tag.dataset.position === "left" ? "left" : "right";

  // Pixels, because a host may set any size on its root; they grow with the browser's zoom.
  const STYLES = `
    .root {
      --sheet: #fff; --ink: #211e1a; --soft: #645d53; --line: #e2dcd0; --edge: #8f8678;
      --accent: #0b5563; --accent-ink: #fff; --glow: #f3e5c8; --warm: #8a5a12;
      color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
      text-align: start; color-scheme: light; overflow-wrap: anywhere;
    }
    @media (prefers-color-scheme: dark) {
      .root {
        --sheet: #1c2124; --ink: #ece7dd; --soft: #a59f94; --line: #323a3e; --edge: #707b80;
        --accent: #86c9d4; --accent-ink: #0f1a1d; --glow: #3b3424; --warm: #dcb071;
        color-scheme: dark;
      }
    }
    *, ::before, ::after { box-sizing: border-box; }
    [hidden] { display: none !important; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    button { font: 600 15px/1.3 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; cursor: pointer; }
    a { color: var(--accent); text-underline-offset: 3px; }
    .launcher, .send {
      min-height: 44px; padding: 10px 18px; border: 1px solid transparent; border-radius: 22px;
      background: var(--accent); color: var(--accent-ink);
    }
    .launcher {
      position: fixed; bottom: calc(16px + env(safe-area-inset-bottom, 0px));
      max-width: calc(100vw - 32px); box-shadow: 0 4px 18px rgb(0 0 0 / 28%);
    }
    .right .launcher, .right .panel { right: calc(16px + env(safe-area-inset-right, 0px)); left: auto; }
    .left .launcher, .left .panel { left: calc(16px + env(safe-area-inset-left, 0px)); right: auto; }
    .launcher:hover, .send:hover { filter: brightness(1.12); }
    .launcher:focus-visible { outline-color: var(--ink); box-shadow: 0 0 0 3px var(--sheet); }
    .panel {
      position: fixed; top: auto; bottom: calc(16px + env(safe-area-inset-bottom, 0px));
      width: 400px; height: auto; max-width: calc(100vw - 32px);
      max-height: min(640px, calc(var(--height, 100dvh) - 32px));
      margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 14px;
      background: var(--sheet); color: inherit; box-shadow: 0 10px 40px rgb(0 0 0 / 30%);
      overflow: hidden; overscroll-behavior: contain;
    }
    .panel[open] { display: flex; flex-direction: column; }
    .head {
      display: flex; gap: 8px; align-items: center; justify-content: space-between;
      padding: 8px 8px 8px 18px; border-bottom: 1px solid var(--line);
    }
    h2, h3, p, ol { margin: 0; padding: 0; }
    h2 { font-size: 16px; line-height: 1.3; }
    .close {
      flex: none; min-width: 44px; min-height: 44px; padding: 0 12px; border: 0; border-radius: 10px;
      background: none; color: var(--soft);
    }
    .body { flex: 1; min-height: 0; padding: 14px 18px 18px; overflow-y: auto; overscroll-behavior: contain; }
    label { display: block; margin-bottom: 4px; color: var(--soft); font-size: 14px; font-weight: 600; }
    textarea {
      display: block; width: 100%; margin: 0; padding: 9px 11px; border: 1px solid var(--edge);
      border-radius: 10px; background: none; color: inherit; font: inherit; resize: vertical;
    }
    .row { display: flex; gap: 12px; align-items: center; justify-content: space-between; margin-top: 10px; }
    .send { flex: none; min-width: 88px; }
    .hint, .where { color: var(--soft); font-size: 13px; line-height: 1.45; }
    .status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .fault { margin-top: 14px; padding: 10px 12px; border: 1px solid var(--warm); border-radius: 10px; color: var(--warm); }
    .turn { margin-top: 18px; padding-top: 16px; border-top: 1px solid var(--line); }
    .turn > * + * { margin-top: 12px; }
    h3 { color: var(--soft); font-size: 15px; line-height: 1.4; }
    .answer { unicode-bidi: plaintext; }
    .cite {
      display: inline-block; min-width: 24px; margin-left: 3px; padding: 2px 7px; border-radius: 12px;
      background: var(--glow); color: var(--ink); font-size: 12px; font-weight: 600; line-height: 20px;
      text-align: center; text-decoration: none; direction: ltr; unicode-bidi: isolate;
    }
    .small { font-size: 14px; }
    .small h4 { margin: 0 0 4px; color: var(--soft); font-size: 13px; }
    .small ol { padding-left: 22px; }
    .small li + li { margin-top: 8px; }
    summary { min-height: 24px; color: var(--soft); font-size: 13px; cursor: pointer; }
    .thumbs { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
    .thumbs .where { flex-basis: 100%; margin: 0; }
    .thumb {
      min-height: 32px; padding: 4px 12px; border: 1px solid var(--edge); border-radius: 16px;
      background: none; color: var(--accent); font-size: 13px;
    }
    .tag { color: var(--soft); font-weight: 600; }
    .foot { padding: 10px 18px 12px; border-top: 1px solid var(--line); font-size: 14px; }
    .preview {
      position: absolute; right: 10px; bottom: 10px; left: 10px; max-height: 45%; padding: 12px 14px;
      border: 1px solid var(--edge); border-radius: 10px; background: var(--sheet); font-size: 15px;
      box-shadow: 0 6px 24px rgb(0 0 0 / 30%); overflow-y: auto;
    }
    .preview p + p { margin-top: 4px; color: var(--soft); font-size: 13px; }
    @media print {
      .root { display: none; }
    }
    @media (max-width: 480px) {
      .root .panel {
        inset: var(--top, 0px) 0 auto 0; width: 100%; max-width: none; height: var(--height, 100dvh);
        max-height: none; border: 0; border-radius: 0;
        padding: env(safe-area-inset-top, 0px) 0 env(safe-area-inset-bottom, 0px);
      }
    }
    @media (prefers-reduced-motion: no-preference) {
      .panel[open] { animation: rise 140ms ease-out; }
      @keyframes rise { from { opacity: 0; translate: 0 8px; } }
    }
  `;

  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // Only web addresses become links; a text fragment needs noopener and a window of its own.
  const link = (address, attributes, ...children) => {
    if (!/^https?:\/\//.test(address)) return make("span", attributes, ...children);
    return make("a", { ...attributes, href: address, target: "_blank", rel: "noopener" }, ...children);
  };

  const locale = language === "en" ? "en-GB" : language;

  const dated = (day) => {
    if (!day) return words.undated;
    const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
    return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, form);
  };

  // What the brain escaped, so that an author's own "[1]" is never taken for a marker.
  const unescaped = (text) =>
    text
      .replace(/\\\[(\d{1,3})\\\]/g, "[$1]")
      .replace(/!\\\[/g, "![")
      .replace(/\\<(?=[a-zA-Z/!])/g, "<")
      .replace(/\]\\\(/g, "](");

  // An odd piece of the split is the number of a marker.
  const pieces = (text) => text.split(/(?<!\\)\[(\d{1,3})\]/);

  // A decline is said in the site's own words; in what language an author writes is not known.
  const paragraphs = (answer, citations, spokenIn) =>
    answer.split(/\n{2,}/).map((text) => {
      const drawn = pieces(text).map((piece, at) => {
        if (at % 2 === 0) return unescaped(piece);
        const cited = citations.find((one) => String(one.n) === piece);
        return cited ? marker(cited) : `[${piece}]`;
      });
      return make("p", { class: "answer", dir: "auto", lang: spokenIn }, ...drawn);
    });

  const marker = (cited) => {
    const name = `${cited.title}, ${words.source} ${cited.n}`;
    const place = link(cited.deep_link, { class: "cite", "aria-label": name }, String(cited.n));
    for (const event of ["mouseenter", "focus"]) place.addEventListener(event, () => preview.show(cited));
    for (const event of ["mouseleave", "blur"]) place.addEventListener(event, preview.leave);
    return place;
  };

  const sourceRow = (cited) => {
    const where = [cited.heading, dated(cited.published)].filter(Boolean).join(" · ");
    const quote = make("q", { dir: "auto", lang: "" }, cited.quote);
    return make(
      "li",
      { value: cited.n },
      link(cited.deep_link, {}, cited.title),
      make("p", { class: "where" }, where),
      make("details", {}, make("summary", {}, words.quoted), quote),
    );
  };

  const viewRow = (position) =>
    make(
      "li",
      {},
      `${position.dated ? position.dated.slice(0, 4) : words.unstated}: ${position.stance} `,
      make("span", { class: "tag" }, `(${words.labels[position.label] || position.label})`),
    );

  const section = (title, ...children) =>
    make("section", { class: "small", "aria-label": title }, make("h4", {}, title), ...children);

  const views = (positions) => {
    if (!positions.length) return [];
    const stories = [...new Set(positions.map((one) => one.url))];
    const links = stories.map((url) => make("p", {}, link(url, {}, words.story)));
    return [section(words.views, make("ol", {}, ...positions.map(viewRow)), ...links)];
  };

  const sources = (citations) =>
    citations.length ? [section(words.sources, make("ol", {}, ...citations.map(sourceRow)))] : [];

  // A live fact and corrections stand in the answer. Without its cache that is later, no simpler.
  const notes = (answer) =>
    answer.degraded.some((part) => part !== "redis") ? [make("p", { class: "where" }, words.degraded)] : [];

  const searched = (whole) =>
    whole ? [make("p", { class: "where" }, `${words.searched}: `, make("bdi", { lang: "" }, whole))] : [];

  // A verdict with a fixed reason, and none of the reader's words. A lost one is not missed.
  const judge = (answer, place, verdict, reasons) => {
    const said = make("p", { class: "where" }, words.thanks);
    place.replaceChildren(said);
    status.textContent = words.thanks;
    return fetch(new URL("api/v1/feedback", brain), {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json", "X-Surface": "widget" },
      body: JSON.stringify({ answer: answer.id, verdict, reasons }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then((reply) => (reply.ok ? null : Promise.reject(reply)))
      .catch(() => (said.textContent = words.broken));
  };

  const thumbs = (answer) => {
    const place = make("div", { class: "thumbs" });
    const thumb = (text, act) => {
      const button = make("button", { type: "button", class: "thumb" }, text);
      button.addEventListener("click", act);
      return button;
    };
    const reasons = REASONS.map((reason, at) =>
      thumb(words.reasons[at], () => judge(answer, place, "wrong", [reason])),
    );
    const why = () => {
      place.replaceChildren(make("p", { class: "where" }, words.why), ...reasons);
      reasons[0].focus();
    };
    place.append(thumb(words.helped, () => judge(answer, place, "right", [])), thumb(words.failed, why));
    return place;
  };

  const turnOf = (question, answer) =>
    make(
      "article",
      { class: "turn" },
      make("h3", { dir: "auto", lang: "" }, question),
      ...searched(answer.searched_for),
      ...paragraphs(answer.answer, answer.citations, answer.status === "declined" ? "en" : ""),
      ...notes(answer),
      ...views(answer.positions),
      ...sources(answer.citations),
      thumbs(answer),
    );

  const withoutMarkers = (text) => pieces(text).filter((_, at) => at % 2 === 0).map(unescaped).join("");
  const spoken = (answer) => withoutMarkers(answer.answer).replace(/\s+/g, " ").trim();

  // The frame.
  const launcher = make("button", { type: "button", class: "launcher", "aria-haspopup": "dialog", "aria-expanded": "false" }, label);
  const close = make("button", { type: "button", class: "close" }, words.close);
  const box = make("textarea", { id: "question", rows: 2, required: "" });
  const send = make("button", { type: "submit", class: "send" }, words.send);
  const form = make("form", {}, make("label", { for: "question" }, words.question), box, make("div", { class: "row" }, make("p", { class: "hint" }, words.hint), send));
  const status = make("p", { class: "status", role: "status" });
  const fault = make("div", { class: "fault", hidden: "" });
  const turns = make("div", {});
  const shown = make("div", { class: "preview", role: "tooltip", hidden: "" });
  const ownPage = () => link(brain.href, {}, words.own);
  const panel = make(
    "dialog",
    { class: "panel", "aria-labelledby": "title" },
    make("div", { class: "head" }, make("h2", { id: "title" }, label), close),
    make("div", { class: "body" }, form, status, fault, turns),
    make("p", { class: "foot" }, ownPage()),
    shown,
  );

  // A reader can move on to the quotation before it goes, and Escape puts it away.
  const preview = {
    timer: 0,
    show(cited) {
      clearTimeout(preview.timer);
      shown.replaceChildren(make("p", { dir: "auto" }, make("q", {}, cited.quote)), make("p", {}, `${cited.title}, ${dated(cited.published)}`));
      shown.hidden = false;
    },
    hide() {
      clearTimeout(preview.timer);
      shown.hidden = true;
    },
    leave() {
      clearTimeout(preview.timer);
      preview.timer = setTimeout(preview.hide, PREVIEW_MS);
    },
  };
  shown.addEventListener("mouseenter", () => clearTimeout(preview.timer));
  shown.addEventListener("mouseleave", preview.leave);

  // A phone's keyboard shrinks only the visual viewport, so the panel follows that.
  const fit = () => {
    const seen = window.visualViewport;
    if (!seen || !panel.open) return;
    panel.style.setProperty("--height", `${seen.height}px`);
    panel.style.setProperty("--top", `${seen.offsetTop}px`);
  };

  const open = () => {
    launcher.hidden = true;
    launcher.setAttribute("aria-expanded", "true");
    panel.show();
    fit();
    box.focus();
  };

  const shut = () => {
    preview.hide();
    panel.close();
    launcher.hidden = false;
    launcher.setAttribute("aria-expanded", "false");
    launcher.focus();
  };

  const tell = (said, ...more) => {
    fault.replaceChildren(make("p", {}, said), ...more);
    fault.hidden = false;
    status.textContent = said;
  };

  // In the largest unit that fits, rounded up so that the wait is long enough.
  const waitOf = (seconds) => {
    const [size, unit] = [[3600, "hour"], [60, "minute"], [0, "second"]].find(([least]) => seconds >= least);
    const form = { style: "unit", unit, unitDisplay: "long" };
    return new Intl.NumberFormat(locale, form).format(Math.ceil(seconds / Math.max(size, 1)));
  };

  const refused = async (reply) => {
    if (reply.status === 429) return tell(words.limited(waitOf(Number(reply.headers.get("Retry-After")) || 60)));
    const problem = reply.status === 422 ? await reply.json().catch(() => ({})) : {};
    const said = problem.errors?.[0]?.detail || problem.detail;
    return said ? tell(said) : tell(words.broken, make("p", {}, ownPage()));
  };

  let asked = [];

  const ask = async (question) => {
    const reply = await fetch(new URL("api/v1/ask", brain), {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json", "X-Surface": "widget" },
      body: JSON.stringify({ question, conversation: asked }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!reply.ok) return refused(reply);
    const answer = await reply.json();
    const whole = (answer.searched_for || question).slice(0, MOST_CHARACTERS);
    asked = [...asked, { question: whole }].slice(-MOST_TURNS);
    turns.prepend(turnOf(question, answer));
    status.textContent = spoken(answer);
    box.value = "";
  };

  // A host's own rules (CSP), a site that the brain does not list and a cut line look alike here.
  const lost = () => {
    if (!navigator.onLine) return tell(words.offline);
    // Readers get a way on; whoever built this page needs the reason.
    console.warn(`archivebrain: no reply of ${brain.href} reached this page. If it runs, name ${location.origin} in its CORS_ORIGINS, and ${brain.origin} under connect-src where this page sets a Content-Security-Policy.`);
    tell(words.unreachable, make("p", {}, ownPage()));
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const question = box.value.trim();
    if (!question || form.hasAttribute("aria-busy")) return;
    form.setAttribute("aria-busy", "true");
    send.textContent = words.busy;
    status.textContent = "";
    fault.hidden = true;
    await ask(question).catch(lost);
    form.removeAttribute("aria-busy");
    send.textContent = words.send;
  });

  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  // What is typed here is no shortcut of the host's.
  for (const event of ["keydown", "keyup", "keypress"]) {
    panel.addEventListener(event, (typed) => typed.stopPropagation());
  }
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    if (shown.hidden) shut();
    else preview.hide();
  });

  launcher.addEventListener("click", open);
  close.addEventListener("click", shut);
  window.visualViewport?.addEventListener("resize", fit);
  window.visualViewport?.addEventListener("scroll", fit);

  // Inline and important, set through the CSSOM: stronger than any rule of the host's, and no
  // style attribute that its policy could refuse. Beside the body, where no transform reaches.
  const host = document.createElement(ELEMENT);
  const frame = { all: "initial", display: "block", position: "fixed", width: "0", height: "0", "z-index": "2147483647" };
  for (const [name, value] of Object.entries(frame)) host.style.setProperty(name, value, "important");
  const shadow = host.attachShadow({ mode: "open" });
  const styles = new CSSStyleSheet();
  styles.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [styles];
  shadow.append(make("div", { class: `root ${side}`, lang: language }, launcher, panel));
  document.documentElement.append(host);
})();
