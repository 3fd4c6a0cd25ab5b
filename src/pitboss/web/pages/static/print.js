// A button that prints its page.

import { findFirst } from "./dom.js";

document.documentElement.classList.add("has-js");
findFirst(document, "#print", HTMLButtonElement)?.addEventListener("click", () => print());
