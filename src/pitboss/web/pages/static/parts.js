// A page in parts: the fragment of the address names the part that is shown, else the first is. The stylesheet shows the
// part; this script tells screen readers which it is.

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
