import type { Market } from '../../../core/sente.ts'
import { readAmount, type UnreadAmount } from '../amount.ts'
import { readPhoneNumber, type UnreadPhoneNumber } from '../phoneNumber.ts'
import { spoilingTexts } from '../table/spoilt.ts'
import type { BatchFile, FileLine, FileLineFault } from './batchFile.ts'

/** A fault of a line, of its amount or of its phone number as they are written there. */
export type LineFault = FileLineFault | UnreadAmount | (UnreadPhoneNumber & { readonly written: string })

/** A line of a file, with its amount and its phone number as programs write them, if they are understood. */
export type WrittenLine = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly faults: readonly LineFault[]
}

/** Reads a line of a file, where amounts and phone numbers are written by people. */
export async function readWrittenLine(file: BatchFile, line: FileLine, market: Market): Promise<WrittenLine> {
  const fields = writtenFields(file, line)
  const { amount: sum, phone_number: phone, currency = '' } = fields as Readonly<Record<string, string>>
  const amount = sum === undefined ? undefined : readAmount(sum, currency)
  const found = phone === undefined ? undefined : await readPhoneNumber(phone, market, currency || undefined)
  const faults = [
    ...line.faults,
    ...(found && 'fault' in found && phone !== undefined ? [{ ...found, written: phone }] : []),
    ...(amount && 'fault' in amount ? [amount] : []),
  ]
  const read = {
    ...fields,
    currency,
    ...(found && 'phoneNumber' in found && { phone_number: found.phoneNumber }),
    ...(amount && 'amount' in amount && { amount: amount.amount }),
  }
  return { fields: read, faults }
}

/** A fault as a problem in English, which begins with the name of its field. */
export function faultText(of: LineFault): string {
  if (of.fault === 'tooWide')
    return `the line has ${of.columns} columns, and the headings are ${of.headings}: put quotes around a text with separators`
  if ('field' in of)
    return `${of.field} ${of.text} was changed: ${spoilingTexts[of.fault]}: format the column as text, and write it again`
  return 'candidates' in of ? `phone_number “${of.written}” ${of.problem}` : `amount ${of.problem}`
}

/** The fields of a line in JSON, all as texts. A column `metadata.NAME` is a value of the metadata. */
function writtenFields({ fields }: BatchFile, { cells }: FileLine): Readonly<Record<string, unknown>> {
  const given = fields.map((name, index) => [name, cells[index] ?? ''] as const).filter(([, cell]) => cell !== '')
  const metadata = given.flatMap(([name, cell]) => (name.startsWith('metadata.') ? [[name.slice(9), cell]] : []))
  const others = given.filter(([name]) => !name.includes('.'))
  return { ...Object.fromEntries(others), ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }) }
}
