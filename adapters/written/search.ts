import { type Market, referencePattern, type Sought } from '../../core/sente.ts'
import { canMeanTwo, readAmounts, readMinor } from './amounts.ts'
import { type LookedFor, lookedForText } from './lookedFor.ts'
import { readPhoneNumber, readStoredNumber } from './phoneNumber.ts'
import { plainText } from './plainText.ts'

/** A searched text as it was understood. */
export type ReadSearch = {
  /** The meanings of the text. */
  readonly sought: readonly Sought[]
  /** The same for people, each once. */
  readonly lookedFor: readonly LookedFor[]
}

/** The most characters of a searched text. */
export const longestSearch = 1_000

/** The most characters of a part of a reference or description: longer texts are messages. */
const longestPart = 60

/** The most receipts, numbers and amounts that are taken from one message. */
const mostQuoted = 6

/**
 * Reads a searched text as people write it: an id, a reference, a receipt or a message that quotes one, a phone number
 * or its last digits, an amount or two with a sign between them, an amount and last digits, or a part of a reference or
 * description.
 */
export async function readSearch(written: string, market: Market): Promise<ReadSearch> {
  const text = plainText(written).slice(0, longestSearch)
  if (text === '') return { sought: [], lookedFor: [] }
  const currencies = [...market.keys()]
  const found = [
    named(text),
    quoted(text),
    ...(await numbered(text, market)),
    ...amounts(text, currencies),
    ...amountsAndEndings(text, currencies),
    ...(await noticed(text, market)),
    part(text),
  ]
  const lines = found.filter((one) => one !== undefined)
  return {
    sought: lines.flatMap(({ sought }) => sought),
    lookedFor: [...new Map(lines.map(({ lookedFor }) => [lookedForText(lookedFor), lookedFor])).values()],
  }
}

type Meaning = { readonly sought: readonly Sought[]; readonly lookedFor: LookedFor }

/** The whole text as an id, a reference or a receipt. None of them contains a blank. */
function named(text: string): Meaning | undefined {
  if (!new RegExp(referencePattern).test(text)) return undefined
  const own = /^[0-9a-f-]{36}$/i.test(text) ? [{ transactionId: text.toLowerCase() }] : []
  const atNetwork = [{ providerId: text }, { providerRef: text }, { networkReceipt: text }]
  return {
    sought: [...own, { reference: text }, ...atNetwork],
    lookedFor: { as: 'name', text },
  }
}

/** Receipts in a longer text, such as `ID 1000000002.` */
function quoted(text: string): Meaning | undefined {
  const receipts = [...new Set(text.match(/[A-Za-z0-9][A-Za-z0-9._/-]*[A-Za-z0-9]/g))]
    .filter((word) => word !== text && word.length >= 6 && /[0-9]/.test(word))
    .slice(0, mostQuoted)
  const isNumber = text.includes(' ') && !/[a-z]/i.test(text)
  if (receipts.length === 0 || isNumber) return undefined
  return {
    sought: receipts.flatMap((receipt) => [{ networkReceipt: receipt }, { providerRef: receipt }]),
    lookedFor: { as: 'receipt', receipts },
  }
}

/** The text as a phone number, also of several countries, or as the last three or more digits of one. */
async function numbered(text: string, market: Market): Promise<Meaning[]> {
  const digits = text.replace(/^[+*.…xX]+|[ -]/g, '')
  const isEnding = /^[0-9]{3,9}$/.test(digits)
  const ending: Meaning = { sought: [{ phoneEnding: digits }], lookedFor: { as: 'phoneEnding', digits } }
  const numbers = (await numbersIn(text, market)).map(
    (phoneNumber): Meaning => ({ sought: [{ phoneNumber }], lookedFor: { as: 'phoneNumber', phoneNumber } }),
  )
  return [...numbers, ...(isEnding ? [ending] : [])]
}

async function numbersIn(text: string, market: Market): Promise<readonly string[]> {
  const read = await readStoredNumber(text, market)
  return 'phoneNumber' in read ? [read.phoneNumber] : read.candidates
}

/** The text as an amount, or as two with a sign between them, in each currency. */
function amounts(text: string, currencies: readonly string[]): Meaning[] {
  return readAmounts(text, currencies).flatMap((read): Meaning[] => {
    if (!('problem' in read)) return [{ sought: [read], lookedFor: { as: 'amount', ...read } }]
    return canMeanTwo(read) ? [{ sought: [], lookedFor: { as: 'noAmount', unread: read } }] : []
  })
}

/** An amount in each currency, and after it the last digits of a phone number, such as `20,000 …431`. */
function amountsAndEndings(text: string, currencies: readonly string[]): Meaning[] {
  const [, amount = '', digits = ''] = /^(.+) [*.…xX]*([0-9]{3,9})$/.exec(text) ?? []
  return currencies.flatMap((currency): Meaning[] => {
    const read = readMinor(amount, currency)
    if ('problem' in read) return []
    const amounts = { currency, amountsMinor: { from: read.minor, to: read.minor } }
    return [{ sought: [{ ...amounts, phoneEnding: digits }], lookedFor: { as: 'paymentEnding', ...amounts, digits } }]
  })
}

/** A network's message with phone numbers and amounts: payments of one of the numbers with one of the amounts. */
async function noticed(text: string, market: Market): Promise<Meaning[]> {
  const words = (text.match(/\+?[0-9]{9,15}(?![0-9])/g) ?? []).filter((word) => word !== text).slice(0, mostQuoted)
  const written = text.match(/[A-Za-z]{2,5}\.? ?[0-9](?:[0-9.,']*[0-9])?|[0-9](?:[0-9.,']*[0-9])?\/=/g) ?? []
  const read = await Promise.all(words.map((word) => readPhoneNumber(word, market)))
  const numbers = new Set(read.flatMap((one) => ('phoneNumber' in one ? [one.phoneNumber] : one.candidates)))
  return [...market.keys()].flatMap((currency) => {
    const amounts = written.slice(0, mostQuoted).map((one) => readMinor(one, currency))
    const minors = new Set(amounts.flatMap((one) => ('minor' in one ? [one.minor] : [])))
    return [...numbers].flatMap((phoneNumber) => [...minors].map((minor) => paid(phoneNumber, minor, currency)))
  })
}

function paid(phoneNumber: string, minor: bigint, currency: string): Meaning {
  const payment = { phoneNumber, currency, amountsMinor: { from: minor, to: minor } }
  return { sought: [payment], lookedFor: { as: 'payment', ...payment } }
}

/** The text as a part of another one, with either form of an apostrophe. */
function part(text: string): Meaning | undefined {
  if ([...text].length < 3 || text.length > longestPart) return undefined
  const forms = [...new Set([text, text.replaceAll("'", '’')])]
  return { sought: forms.map((form) => ({ part: form })), lookedFor: { as: 'part', text } }
}
