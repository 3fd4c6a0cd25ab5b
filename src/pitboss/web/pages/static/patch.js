// Patch a part of a page to new HTML, node by node. Unchanged nodes are left alone, so that the focus, a selection, scroll
// positions, open details and typed text survive while other people act.

// Two nodes are the same part if they have one kind and one name, else one class and place. The first class of a part comes
// with the page; scripts add theirs behind it.
/** @param {Node} one @param {Node} other */
function isSame(one, other) {
  if (one.nodeName !== other.nodeName) return false;
  if (!(one instanceof Element && other instanceof Element)) return true;
  if (one.id || other.id) return one.id === other.id;
  return one.classList[0] === other.classList[0] && placeOf(one) === placeOf(other);
}

// A card that is turned over lies where it lay: its place is its name, not its face.
/** @param {Element} each */
function placeOf(each) {
  return each.getAttribute("data-card")?.split(".", 2).join(".") ?? each.getAttribute("data-stake")?.split(".", 1)[0];
}

/** @param {Element} old @param {Element} fresh */
function patchAttributes(old, fresh) {
  const isOpened = old instanceof HTMLDetailsElement;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !(isOpened && name === "open")) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value && !(isOpened && name === "open")) old.setAttribute(name, value);
}

/** @param {Node} old @param {Node} fresh */
function patchNode(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old instanceof Element && fresh instanceof Element) {
    patchAttributes(old, fresh);
    patchChildren(old, fresh);
  } else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
}

/** @param {Node} node */
function nameOf(node) {
  return node instanceof Element ? node.id : "";
}

/** @param {Node} old @param {Node} fresh */
function patchChildren(old, fresh) {
  let at = old.firstChild;
  const named = new Set([...fresh.childNodes].map(nameOf));
  for (const next of [...fresh.childNodes]) {
    /** @type {ChildNode | null} */
    let found = at;
    // a node that stays is not skipped for one that only looks alike
    while (found && !isSame(found, next)) found = nameOf(found) && named.has(nameOf(found)) ? null : found.nextSibling;
    if (!found) {
      old.insertBefore(next, at);
      continue;
    }
    while (at && at !== found) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    at = found.nextSibling;
    patchNode(found, next);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** @param {HTMLElement} root @param {string} html */
export function patch(root, html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  patchChildren(root, made.content);
}
