import { isPseudonym, mayBeTheirs } from '../../model/pseudonym.ts'
import type { FileRow } from '../../ports/operators/reconciliations.ts'

/** Whether a file shows a number only in part: its other digits are asterisks. */
export function isMasked(phoneNumber: string): boolean {
  return phoneNumber.includes('*')
}

/** Whether a row has a phone number, and the file shows all of it. */
export function hasWholeNumber({ phoneNumber }: Pick<FileRow, 'phoneNumber'>): boolean {
  return phoneNumber !== null && !isMasked(phoneNumber)
}

/** Whether a row's number may be that of a payment: also if the row has none, or only a part of it. */
export function mayBeNumberOf(named: string | null, phoneNumber: string): boolean {
  if (named === null || !isMasked(named) || isPseudonym(phoneNumber)) return mayBeTheirs(named, phoneNumber)
  // Files write more or fewer asterisks than digits.
  const [begin = '', ...others] = named.split(/\*+/)
  const end = others.at(-1) ?? ''
  const isLongEnough = phoneNumber.length > begin.length + end.length
  return isLongEnough && phoneNumber.startsWith(begin) && phoneNumber.endsWith(end)
}
