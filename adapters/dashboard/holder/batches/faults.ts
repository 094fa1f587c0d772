import type { Refusal } from '../../../../core/sente.ts'
import type { FileLineFault, UnreadBatch } from '../../../written/batches/batchFile.ts'
import type { LineFault } from '../../../written/batches/writtenLine.ts'
import type { Language } from '../../languages/languages.ts'
import { messageFor, refusing } from '../../request/refusing.ts'

/** The reason why a batch's file is not read. */
export function unreadText(unread: UnreadBatch, { texts }: Language): string {
  const text = texts.batches.faults.file
  if (unread.fault === 'tooWide') return text.tooWide(unread.most)
  if (unread.fault === 'twice') return text.twice(unread.field)
  if (unread.fault === 'quotes') return text.quotes(unread.line)
  if (unread.fault === 'table') return text.table(unread.problem)
  const { missing, others } = unread
  return [text.noHeading(missing.join(', ')), ...(others === '' ? [] : [text.notUnderstood(others)])].join(' ')
}

/** The reason why a line is refused: the faults that are seen in its file, or the refusal by the rules. */
export function refusedText(refusal: Refusal, faults: readonly LineFault[], language: Language): string {
  if (refusal.refused !== 'malformed_fields') return messageFor(refusal, language)
  if (faults.length > 0) return faults.map((fault) => faultText(fault, language)).join('; ')
  return [refusing(refusal, language).field]
    .flat()
    .map((name) => formText(name, language))
    .join('; ')
}

function faultText(fault: LineFault, { texts }: Language): string {
  if ('columns' in fault || 'field' in fault) return fileFaultText(fault, texts.batches.faults)
  if ('candidates' in fault) return texts.newPayment.wrong.phoneNumber[fault.fault](fault.written, fault.candidates)
  return texts.amountFaults[fault.fault](fault)
}

function fileFaultText(fault: FileLineFault, text: Language['texts']['batches']['faults']): string {
  return fault.fault === 'tooWide'
    ? text.tooWide(fault.columns, fault.headings)
    : text.spoilt(fault.field, fault.text, text.spoiling[fault.fault])
}

/** The form that a field must have. */
function formText(name: string, { texts }: Language): string {
  const { reference, description } = texts.newPayment.wrong
  return name === 'reference' ? reference : name === 'description' ? description : texts.batches.faults.form(name)
}
