// A page in parts: the address names the one that is shown, the first one if it names none. The stylesheet shows it; this
// says which it is to those who do not see it.

import { findAll } from "./dom.js";

const links = findAll(document, ".parts-nav a", HTMLAnchorElement);

function mark() {
  const named = links.find((link) => link.hash === location.hash) ?? links[0];
  for (const link of links) {
    if (link === named) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

mark();
addEventListener("hashchange", mark);
