import { answers } from '../../answers.ts'
import type { Table } from '../../rule.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that HTML shows unchanged. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** Text with code in backquotes. */
export function worded(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Values that were tried, a row each. */
export function tableOf(name: string, { columns, rows }: Table): string {
  const line = (tag: string, cells: readonly string[]) =>
    cells.map((cell) => `<${tag}>${cellOf(cell)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${line('td', row)}</tr>`).join('')
  const caption = name && `<caption>${worded(name)}</caption>`
  return `<div class="table"><table>${caption}<thead><tr>${line('th', columns)}</tr></thead><tbody>${body}</tbody></table></div>`
}

function cellOf(cell: string): string {
  return cell in answers ? `<code>${cell}</code>` : worded(cell)
}
