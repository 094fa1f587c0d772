import { type Body, isJsonObject, shownCode } from '../http/readBody.ts'

/** The kind of a field in a network's answers: an id, a code, an amount, a phone number, or words. */
export type FieldKind = 'id' | 'code' | 'amount' | 'phone' | 'words'

/** The fields of a network's answers that may be kept, by name. The names of objects have no kind of their own. */
export type KnownFields = Readonly<Record<string, FieldKind | 'object'>>

/** The rules for keeping parts of an answer. */
export type Keeping = {
  readonly fields: KnownFields
  /** The transaction's phone number. */
  readonly phoneNumber: string
  /** Secrets that are never kept, wherever they occur: our PIN, keys and tokens. */
  readonly secrets: readonly string[]
}

/** A code in a form that may be kept. */
export function keptCode(code: string, { secrets }: Keeping): string {
  return isName(code) || secrets.some((secret) => isIn(secret, code)) ? removed : shownCode(code)
}

/** The replacements for a removed value and for removed words. */
const [removed, gap] = ['[removed]', '…']

/** How much of an answer is kept, in bytes. */
const longestKept = 2_048

/** How much of an answer that is not JSON is read. */
const longestRead = 8_192

/**
 * The beginning of an answer without its private parts. Only harmless parts are kept: numbers, codes and ids in fields
 * of their kind, the transaction's own phone number, and the words of networks' messages.
 */
export function redacted(body: Body, raw: Uint8Array, keeping: Keeping): string {
  if (body === 'empty') return ''
  if (body === 'unreadable')
    return beginning(wordsIn(withoutTags(Buffer.from(raw.subarray(0, longestRead)).toString()), keeping))
  return beginning(JSON.stringify(keptValue(body, undefined, keeping)))
}

function keptValue(value: unknown, kind: FieldKind | 'object' | undefined, keeping: Keeping): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((one) => keptValue(one, kind, keeping))
  if (isJsonObject(value)) return keptObject(value, keeping)
  return keptText(String(value), kind, keeping) ?? (typeof value === 'string' ? wordsOr(value, kind, keeping) : removed)
}

function keptObject(value: object, keeping: Keeping): object {
  const kept: Record<string, unknown> = {}
  let place = 0
  for (const [name, one] of Object.entries(value)) {
    place += 1
    const kind = Object.hasOwn(keeping.fields, name) ? keeping.fields[name] : undefined
    kept[kind === undefined ? `${removed} ${place}` : name] = keptValue(one, kind, keeping)
  }
  return kept
}

/** A text or number that fits the kind of its field; undefined for any other. */
function keptText(text: string, kind: FieldKind | 'object' | undefined, keeping: Keeping): string | undefined {
  if (keeping.secrets.some((secret) => isIn(secret, text))) return removed
  const digits = text.startsWith('+') ? text.slice(1) : text
  if (kind === 'phone') return isOwn(digits, keeping) ? text : removed
  if (kind === undefined || kind === 'object' || kind === 'words' || !forms[kind].test(text)) return undefined
  if (kind === 'code' && isName(text)) return removed
  return looksLikePhone(digits, keeping) && !isOwn(digits, keeping) ? removed : text
}

const forms = {
  id: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  code: /^([A-Z][A-Z0-9_.-]{0,59}|[a-z][a-z_]{0,59}|[0-9]{1,8})$/,
  amount: /^-?[0-9]{1,15}(\.[0-9]{1,6})?$/,
} as const

/**
 * Whether a code may be somebody’s name: it is one word of more than three letters, and networks are not known to use
 * it.
 */
function isName(code: string): boolean {
  return /^[A-Za-z]{4,}$/.test(code) && !knownWords.has(code.toLowerCase())
}

/** The words of a text. They occur in many fields: a state, a reason, or an unknown field. */
function wordsOr(text: string, kind: FieldKind | 'object' | undefined, keeping: Keeping): string {
  return kind === undefined ? removed : wordsIn(text, keeping)
}

function wordsIn(text: string, keeping: Keeping): string {
  const kept = text.split(/\s+/).map((chunk) => {
    const word = chunk.replace(/^["'(]+|["').,:;!?]+$/g, '')
    return word === '' || knownWords.has(word.toLowerCase()) || isOwn(word.replace(/^\+/, ''), keeping) ? chunk : gap
  })
  return kept
    .filter((word, index) => word !== gap || kept[index - 1] !== gap)
    .join(' ')
    .trim()
}

function withoutTags(text: string): string {
  return text.replace(/<(script|style)[\s\S]*?(<\/\1\s*>|$)/gi, ' ').replace(/<[^>]*(>|$)/g, ' ')
}

/** Whether a text contains a secret. Short secrets, such as a PIN, occur in many ids by chance. */
function isIn(secret: string, text: string): boolean {
  return secret !== '' && (secret.length < 8 ? secret === text : text.includes(secret))
}

/**
 * Whether it is the transaction's number: in international digits, or its national end, with or without a leading zero.
 */
function isOwn(digits: string, { phoneNumber }: Keeping): boolean {
  const national = digits.replace(/^0/, '')
  return /^[0-9]{9,}$/.test(national) && phoneNumber.endsWith(national)
}

function looksLikePhone(digits: string, { phoneNumber }: Keeping): boolean {
  return /^[0-9]+$/.test(digits) && digits.length === phoneNumber.length && digits.startsWith(phoneNumber.slice(0, 3))
}

/** The longest part of a text that may be kept, without half a character at its end. */
function beginning(text: string): string {
  if (Buffer.byteLength(text) <= longestKept) return text
  return Buffer.from(text)
    .subarray(0, longestKept)
    .toString()
    .replace(/\uFFFD+$/, '')
}

/**
 * The words of networks' own messages that may be kept. Any other word may be a name, a PIN or a token. Words that are
 * also names, such as “may” or “mark”, are left out.
 */
const knownWords: ReadonlySet<string> = new Set(
  `a about above access account accounts active activated after again allowed already ambiguous amount an and api approval
  approved are as at authentication authorised authorized authorization bad balance bank be because been before being below
  between blocked body brand busy but by can cancelled canceled cannot caller checking code collection completed
  configuration configured connection contact could country created credentials currency customer daily debit declined
  denied destination details did disabled disbursement does done due duplicate duplicated during empty encountered enough
  enter entered environment error exceeded exceeds executed existing exist exists expired expiry external failed failure
  field fields floating for forbidden format found from funds gateway had happened has have header headers id identifier if
  in inactive incorrect information initiated initiating input insufficient internal into invalid is issue it key later
  least length limit limits locked made maintenance malformed maximum merchant message method minimum missing mobile money
  monthly more must name network no none not null number object occurred of on only operation or originating other our out
  page parameter parameters parse partner party payee payer payment payments pending per permission permitted phone pin
  please possible pre present previous process processed processing product provided provider quota rate reached receive
  received receiver recipient reference refused registered rejected remote request requested requests required resource
  response retry same sender sent server service session should some something source specified start started state status
  stopped subscriber subscription success successful successfully support suspended system target temporarily than that the
  then there this time timed timeout to too token transaction transactions transfer try unable unauthorised unauthorized
  unavailable under unexpected unknown unsupported until upstream used user using valid validation value vendor version
  wait wallet was we went were while with within without wrong you your html
  msisdn nginx ongoing true false uganda`.split(/\s+/),
)
