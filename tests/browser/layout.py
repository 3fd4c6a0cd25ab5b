"""What lies on a drawn felt, by its places on the screen: nothing leaves the cloth, no words run into others, no spot
lies on another, and no card of a player covers the print, but those of a box that is split."""

from playwright.sync_api import Page

from browser.test_reach import SIZES

_STRAYS = """() => {
  const cloth = document.querySelector(".felt").getBoundingClientRect();
  const boxed = (each) => [each, each.getBoundingClientRect()];
  const named = (each) => each.textContent.trim().replace(/\\s+/g, " ");
  const all = (what) => [...document.querySelectorAll(what)].map(boxed);
  const of = (what) => all(what).filter(([, box]) => box.width > 2 && box.height > 2);
  const found = of(".felt .card, .felt .spot, .felt .result, .felt .number").filter(([, box]) =>
    box.left < cloth.left - 1 || box.right > cloth.right + 1 || box.bottom > cloth.bottom + 1
  ).map(([each]) => `${named(each)} is off the cloth`);
  const words = of(".felt :is(.amount, .result, .spot-name, .says, .people, .nth, .number)");
  words.forEach(([one, a], place) => words.slice(place + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 3 && !one.contains(other)) found.push(`${named(one)} runs into ${named(other)}`);
  }));
  const spots = of(".felt .spot");
  spots.forEach(([one, a], place) => spots.slice(place + 1).forEach(([other, b]) => {
    const apart = a.left > b.right - 2 || b.left > a.right - 2 || a.top > b.bottom - 2 || b.top > a.bottom - 2;
    if (!apart && !one.contains(other)) found.push(`the spot ${named(one)} lies on ${named(other)}`);
  }));
  const cards = of(".areas .area:not(.is-split) .card");
  for (const text of document.querySelectorAll(".felt .cloth-says svg text")) {
    const drawn = text.getScreenCTM();
    for (let nth = 0; cloth.width && drawn && nth < text.getNumberOfChars(); nth += 1) {
      const letter = text.getExtentOfChar(nth);
      const at = new DOMPoint(letter.x + letter.width / 2, letter.y + letter.height * 0.6).matrixTransform(drawn);
      const over = ([, box]) => box.left < at.x && box.right > at.x && box.top < at.y && box.bottom > at.y;
      if (cards.some(over)) found.push(`a card covers ${text.textContent[nth]} of ${named(text)}`);
    }
  }
  return found;
}"""

WIDEST = ("stood off", "returned", "+$2,500", "\N{MINUS SIGN}$1,500")
"""The results that take the most room; which of them a round has is up to its cards."""
_SAY = """(words) => {
  const tone = { "+": "won", "\u2212": "lost" }[words[0]] ?? "even";
  for (const each of document.querySelectorAll(".felt .result")) {
    each.className = `result ${tone}`;
    each.innerHTML = tone === "even" ? `<span class="what">${words}</span>` : `<span class="net">${words}</span>`;
  }
}"""


def strays_at_widest(page: Page) -> list[str]:
    """What strays on a settled felt, whatever became of its wagers."""
    return strays(page) + strays(page, *WIDEST)


def strays(page: Page, *results: str) -> list[str]:
    """What is off the cloth or runs into something else, at each size, and with each of some results in place of those
    that there are; the page is left as wide as it was."""
    before, found = page.viewport_size, []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for words in results or ("",):
            if words:
                page.evaluate(_SAY, words)
            found += [f"{size}: {stray}" for stray in page.evaluate(_STRAYS)]
    assert before is not None
    page.set_viewport_size(before)
    return found
