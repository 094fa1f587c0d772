import type { BatchCsv } from '../../formats/batchCsv.ts'
import { writtenAmount } from '../../formats/writtenAmount.ts'

/** The rows of a batch in CSV, with the fields that a line in JSON has; a column `metadata.NAME` is a value of the metadata. */
export function csvLines({ names, records }: BatchCsv): readonly object[] {
  return records.map((record) => lineOf(names, record))
}

function lineOf(names: readonly string[], record: readonly string[]): object {
  const cells = names.map((name, index) => [name, record[index] ?? ''] as const).filter(([, cell]) => cell !== '')
  const metadata = cells.flatMap(([name, cell]) => (name.startsWith('metadata.') ? [[name.slice(9), cell]] : []))
  const fields = cells.filter(([name]) => !name.includes('.')).map(([name, cell]) => [name, fieldOf(name, cell)])
  return { ...Object.fromEntries(fields), ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }) }
}

/** An amount in its plain form is a number; any other stays a text, and is refused as one. */
function fieldOf(name: string, cell: string): string | number {
  return name === 'amount' ? (writtenAmount(cell) ?? cell) : cell
}
