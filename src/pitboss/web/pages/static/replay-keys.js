// Step through a round with the arrow keys; the links do the same.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = rel && document.querySelector(`.replay a[rel=${rel}]`);
  if (link) { event.preventDefault(); link.click(); }
});
