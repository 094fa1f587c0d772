/** What commands a terminal, turns the direction of writing or is not seen; with what may make it one of our own colours. */
const hidden = /\p{Cc}\[3\dm|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** What the painter writes. */
const ours = ['\u001b[31m', '\u001b[32m', '\u001b[33m', '\u001b[39m']

/** A stranger's text on one line, with what commands a terminal or is not seen written as in JSON: \u202e. */
export function visible(text: string): string {
  return text.replace(hidden, (found) => (ours.includes(found) ? found : escaped(found)))
}

/** The same of a text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/** A line of JSON that can be printed on a terminal; it stays the same JSON. */
export function visibleJson(line: string): string {
  return /[^\n -~]/.test(line) ? line.replace(hidden, (found) => (found === '\n' ? found : escaped(found))) : line
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, place) => text.charCodeAt(place))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
