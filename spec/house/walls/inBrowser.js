// Runs in the browser beside the page, to look at it as a reader would.
globalThis.look = {
  nameOfListStyle: () => getComputedStyle(document.querySelector('nav ol')).listStyleType,

  folded: () => document.querySelectorAll('article details:not([open])').length,

  unfold() {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  },

  /** Notes how many folds are left when the page is on paper. */
  watchPaper() {
    addEventListener('beforeprint', () => {
      look.foldedOnPaper = look.folded()
    })
  },

  /** On how many lines a text stands. */
  lines(selector) {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector(selector))
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  },

  width: () => document.documentElement.scrollWidth,

  ground: () => lightness(groundOf(document.body ?? document.documentElement)),

  /** The least contrast of a text with what is behind it, as WCAG 2 measures it. */
  contrast() {
    const texts = [...document.querySelectorAll('body :not(script)')].filter(({ textContent }) => textContent)
    return Math.min(...texts.map((text) => ratio(lightness(getComputedStyle(text).color), lightness(groundOf(text)))))
  },

  /** The texts of a drawing that are not within their box, or not within the picture. */
  crowded() {
    const texts = [...document.querySelectorAll('text')]
    const isWithin = (text) => {
      const [own, box] = [text, boxOf(text)].map((element) => element.getBoundingClientRect())
      return own.left > box.left && own.right < box.right && own.top > box.top && own.bottom < box.bottom
    }
    return texts.filter((text) => !isWithin(text)).map(({ textContent }) => textContent)
  },

  /** The least contrast of a drawing's text with what is behind it. */
  drawnContrast() {
    const behind = (text) => {
      const { fill } = getComputedStyle(boxOf(text))
      return boxOf(text).tagName === 'rect' && fill !== 'none' ? fill : groundOf(document.documentElement)
    }
    const texts = [...document.querySelectorAll('text')]
    return Math.min(...texts.map((text) => ratio(lightness(getComputedStyle(text).fill), lightness(behind(text)))))
  },
}

/** What a text of a drawing stands in. */
function boxOf(text) {
  return text.parentElement.querySelector(':scope > rect') ?? document.documentElement
}

function ratio(one, other) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function lightness(colour) {
  const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
    const share = Number(part) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function groundOf(element) {
  const { backgroundColor } = getComputedStyle(element)
  return backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement
    ? groundOf(element.parentElement)
    : backgroundColor
}
