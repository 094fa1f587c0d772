import { textOf } from '../../sourceTree.ts'

/** The rows of the auditors’ page: their requirements, and whether sente meets them. */
export const judged = [...textOf('docs/security/asvs.md').matchAll(/^\| ([\d., –]+) \| (met|not met|n\/a) \|/gm)].map(
  ([, ids = '', state]) => ({ ids: idsIn(ids), state }),
)

/** The requirements in a cell, such as `1.2.6–1.2.8, 1.3.1`. */
export function idsIn(cell: string): string[] {
  return cell.split(', ').flatMap((range) => {
    const [first = '', last = first] = range.split('–')
    const section = first.slice(0, first.lastIndexOf('.'))
    const [from = 0, to = 0] = [first, last].map((id) => Number(id.slice(id.lastIndexOf('.') + 1)))
    return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
  })
}
