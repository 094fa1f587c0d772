/**
 * Characters that control a terminal, turn the direction of writing or are invisible, with the rest of a possible
 * sequence for one of our own colours.
 */
const hidden = /\p{Cc}\[3\dm|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** The sequences that the painter writes. */
const ours = ['\u001b[31m', '\u001b[32m', '\u001b[33m', '\u001b[39m']

/**
 * A stranger's text on one line. Characters that control a terminal or are invisible are written as in JSON: \u202e.
 */
export function visible(text: string): string {
  return text.replace(hidden, (found) => (ours.includes(found) ? found : escaped(found)))
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/** A line of JSON that can be printed on a terminal. It stays the same JSON. */
export function visibleJson(line: string): string {
  return /[^\n -~]/.test(line) ? line.replace(hidden, (found) => (found === '\n' ? found : escaped(found))) : line
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, place) => text.charCodeAt(place))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
