import { toDecimal } from '../../../core/sente.ts'
import { dayOf } from '../moment.ts'
import type { About, StatementFile } from './format.ts'
import { type StatementRow, wholeMinor } from './rows.ts'

/**
 * A statement in OFX 2.1.1, for accounting programs. It has the entries that change the whole balance: money that is
 * held or released has not moved for an accountant. It has days without times, since programs turn a time into the day
 * of their own time zone.
 */
export const ofx: StatementFile = {
  type: 'application/x-ofx',
  async *write(rows, about) {
    let last: StatementRow | undefined
    for await (const some of rows) {
      if (!last) yield openingText(some[1]?.atMs ?? about.nowMs, about)
      yield some.map((row) => transactionText(row, about)).join('')
      last = some.at(-1) ?? last
    }
    if (last) yield closingText(last, about)
  },
}

const done = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'

function openingText(firstMs: number, about: About): string {
  const { accountId, currency, days, fromMs = firstMs, nowMs } = about
  const [from, to, now] = [fromMs, lastMs(about), nowMs].map((ms) => day(days, ms))
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1><SONRS>${done}<DTSERVER>${now}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${done}<STMTRS><CURDEF>${currency}</CURDEF>
<BANKACCTFROM><BANKID>sente</BANKID><ACCTID>${accountOf(accountId, currency)}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>${from}</DTSTART><DTEND>${to}</DTEND>
`
}

/**
 * The account in at most 22 characters, by OFX: the random end of its id, and the currency, since each currency is an
 * account of its own for accounting programs.
 */
function accountOf(accountId: string, currency: string): string {
  return `${accountId.replaceAll('-', '').slice(-18)}-${currency}`
}

/** The entries that change the whole balance: their types in OFX, and their names for people. */
const transactions: { readonly [Kind in StatementRow['kind']]?: readonly [type: string, name: string] } = {
  balance_funded: ['CREDIT', 'Funding'],
  balance_withdrawn: ['DEBIT', 'Withdrawal'],
  collection_credited: ['CREDIT', 'Collection'],
  fee: ['FEE', 'Fee'],
  fee_refunded: ['CREDIT', 'Fee returned'],
  payout_settled: ['DEBIT', 'Payout'],
  refund_settled: ['DEBIT', 'Refund'],
}

/** The most characters of a name and of a memo, by OFX. */
const [mostOfName, mostOfMemo] = [32, 255]

function transactionText(row: StatementRow, { currency, days }: About): string {
  const { atMs, kind, change, transactionId, reference, phoneNumber, description, networkReceipt } = row
  const [type, name] = transactions[kind] ?? []
  if (type === undefined || atMs === null) return ''
  const fields = {
    TRNTYPE: type,
    DTPOSTED: day(days, atMs),
    TRNAMT: toDecimal(wholeMinor(change), currency),
    FITID: `${transactionId ?? reference}-${kind}`,
    NAME: cut([name, phoneNumber], mostOfName),
    MEMO: cut([reference, description, networkReceipt && `receipt ${networkReceipt}`], mostOfMemo),
  }
  const elements = Object.entries(fields).map(([element, text]) => `<${element}>${escaped(text)}</${element}>`)
  return `<STMTTRN>${elements.join('')}</STMTTRN>\n`
}

function closingText({ after }: StatementRow, about: About): string {
  const asOf = `<DTASOF>${day(about.days, lastMs(about))}</DTASOF>`
  const balance = (minor: bigint) => `<BALAMT>${toDecimal(minor, about.currency)}</BALAMT>${asOf}`
  return `</BANKTRANLIST>
<LEDGERBAL>${balance(wholeMinor(after))}</LEDGERBAL><AVAILBAL>${balance(after.availableMinor)}</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
}

/** The last moment of the period, or now. */
function lastMs({ toMs, nowMs }: About): number {
  return toMs === undefined ? nowMs : toMs - 1
}

function day(days: About['days'], ms: number): string {
  return dayOf(ms, days).replaceAll('-', '')
}

function cut(texts: readonly (string | null | undefined)[], most: number): string {
  return [...texts.filter((text) => text).join(' ')].slice(0, most).join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text in XML. Characters that XML cannot hold become blanks. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ').replace(/[&<>]/g, (found) => entities[found] ?? '')
}
