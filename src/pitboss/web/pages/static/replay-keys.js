// Step through a round with the arrow keys; the links do the same.

import { comesFrom, findFirst } from "./dom.js";

/** @type {Record<string, string>} */
const LINKS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || comesFrom(event, "input, select, textarea")) return;
  const rel = LINKS[event.key];
  const link = rel && findFirst(document, `.replay a[rel=${rel}]`, HTMLAnchorElement);
  if (link) { event.preventDefault(); link.click(); }
});
