// Parts of a page, found by what they are. The kind is looked at as the page runs, so that the type check can rely on it.

/**
 * @template {Element} T
 * @typedef {new () => T} Kind
 */

/**
 * @template {Element} T
 * @param {Element} found
 * @param {Kind<T>} kind
 */
function as(found, kind) {
  if (found instanceof kind) return found;
  throw new TypeError(`${found.outerHTML.slice(0, 80)} is no ${kind.name}`);
}

/**
 * The part with this id. The template has it: a page without it is a fault.
 * @param {string} id
 */
export function getPart(id) {
  const found = document.getElementById(id);
  if (!found) throw new TypeError(`The page has no part #${id}`);
  return found;
}

/**
 * The first part that fits, if there is one.
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} kind
 */
export function findFirst(root, selector, kind) {
  const found = root.querySelector(selector);
  return found && as(found, kind);
}

/**
 * Every part that fits, in the order of the page.
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} kind
 */
export function findAll(root, selector, kind) {
  return [...root.querySelectorAll(selector)].map((found) => as(found, kind));
}

/**
 * The field with this id, if the page has it just now.
 * @param {string} id
 */
export function findField(id) {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

/**
 * What a person has written in the fields that fit.
 * @param {ParentNode} root
 * @param {string} selector
 */
export function readFields(root, selector) {
  return [...root.querySelectorAll(selector)].map(({ id }) => ({ id, value: findField(id)?.value ?? "" }));
}

/**
 * What a form sends, as the button that was pressed has it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 */
export function readForm(form, button) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === "string") query.append(name, value);
  return query;
}

/**
 * Whether an event comes from a part that fits.
 * @param {Event} event
 * @param {string} selector
 */
export function comesFrom(event, selector) {
  return event.target instanceof Element && event.target.matches(selector);
}

/** @type {Record<string, string>} */
const WORDS = JSON.parse(document.getElementById("script-words")?.textContent ?? "{}");

/**
 * A message in the language of the page, with its `{names}` filled in.
 * @param {string} message
 * @param {Record<string, string | number>} values
 */
export function say(message, values = {}) {
  return (WORDS[message] ?? message).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
