import {
  type AskedLine,
  isRefusal,
  type Market,
  malformedFields,
  mostBatchLines,
  type NextTurn,
  type Refusal,
  referenceForm,
  referencePattern,
} from '../../../core/sente.ts'
import { type BatchFile, type FileLine, readBatchFile } from '../../written/batches/batchFile.ts'
import { faultText, readWrittenLine } from '../../written/batches/writtenLine.ts'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import type { AccountQueues } from '../caller/accountQueues.ts'
import type { Parameter } from '../openapi/operation.ts'
import { bodyReader, bodySchema, type LineBody, lineRequestOf, paymentFields } from '../payments/payment.ts'
import { isPlain, readBody, readBytes } from '../request/body.ts'
import { ajv, missingFields } from '../request/fields.ts'

/** How many lines of JSON, and how many cells of a file, are read in one turn. */
const [linesAtOnce, cellsAtOnce] = [250, 2_500]

const { apikey, network, ...lineFields } = paymentFields

const optionalNetwork = {
  type: ['string', 'null'],
  description: `${network.description} Without it, the beginning of the phone number must show the network.`,
} as const

/** The schema of a line. */
export const lineSchema = bodySchema('PayoutBatchLineRequest', 'A payout of a batch.', lineFields, {
  network: optionalNetwork,
})

const readLine = bodyReader<LineBody, AskedLine>(lineSchema, (body) => ({ request: lineRequestOf(body) }))

const reference = { type: 'string', pattern: referencePattern, description: 'Your own name for the batch.' } as const
const pin = {
  type: 'string',
  minLength: 1,
  description: 'The account’s transaction PIN; not needed with `dry_run`.',
} as const

const { title: _, ...item } = lineSchema

/** The schema of the body in JSON. */
export const batchBodySchema = {
  title: 'PayoutBatchRequest',
  description: 'Many payouts at once.',
  type: 'object',
  required: ['apikey', 'reference', 'lines'],
  properties: {
    apikey,
    reference,
    pin,
    lines: {
      type: 'array',
      minItems: 1,
      maxItems: mostBatchLines,
      items: item,
      description: 'The payouts. Their references count once, as those of single payments do.',
    },
  },
} as const

/** The fields of a batch in a file that have no place in its body. */
export const csvHeaders: readonly Parameter[] = [
  ['Batch-Api-Key', 'The account’s public key.', 'sente_pk_EXAMPLE'],
  ['Batch-Reference', 'Your own name for the batch.', 'salaries-2026-03'],
  ['Batch-Pin', 'The account’s transaction PIN; not needed with `dry_run`.', '4071'],
].map(([name = '', description = '', example = '']) => ({
  in: 'header',
  name,
  example,
  schema: { type: 'string' },
  description: `Only with a file as the body: ${description}`,
}))

/** A batch as its merchant sent it. */
export type SentBatch = {
  readonly apikey: string
  readonly reference: string
  /** Empty if it is not required and was not sent. */
  readonly pin: string
  readonly lines: readonly AskedLine[]
  /** The headings of a file's columns that are not read. */
  readonly unread: readonly string[]
}

/** A body whose lines have not been checked yet. */
type Whole = { apikey: string; reference: string; pin?: string | null; lines: unknown[] }

const isWhole = ajv.compile<Whole>({
  type: 'object',
  properties: { apikey, reference, pin: { ...pin, type: ['string', 'null'] }, lines: { type: 'array' } },
})

/** The types of a batch in a file. The file itself shows which of them it has. */
export const fileTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

/** Reads a batch from a request in JSON, or with a file as its body. */
export async function readBatch(
  ctx: Context,
  queued: AccountQueues,
  how: { readonly isDry: boolean; readonly market: () => { readonly market: Market } | Refusal },
): Promise<SentBatch | HttpRefusal> {
  const isTyped = (ctx.req.headers['content-type'] ?? '') !== ''
  const isFile = isTyped && fileTypes.some((type) => isPlain(ctx.req, type))
  return isFile ? readFile(ctx, queued, how) : readJson(ctx, queued, how.isDry)
}

async function readJson(ctx: Context, queued: AccountQueues, isDry: boolean): Promise<SentBatch | HttpRefusal> {
  const sent = await readBody(ctx, queued, 'batch')
  if (isRefusal(sent)) return sent
  const whole = wholeIn(sent.body, isDry)
  if (isRefusal(whole)) return whole
  const { apikey, reference, pin } = whole
  // The core refuses too many: one more than there can be is enough for that.
  const lines = whole.lines.slice(0, mostBatchLines + 1)
  const read: AskedLine[] = []
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const some = await queued(ctx, async () => lines.slice(from, from + linesAtOnce).map(lineIn))
    if (isRefusal(some)) return some
    read.push(...some)
  }
  return { apikey, reference, pin: pin ?? '', lines: read, unread: [] }
}

async function readFile(
  ctx: Context,
  queued: AccountQueues,
  { isDry, market: marketOf }: Parameters<typeof readBatch>[2],
): Promise<SentBatch | HttpRefusal> {
  const { 'batch-api-key': key, 'batch-reference': name, 'batch-pin': secret } = ctx.req.headers
  const received = await readBytes(ctx, 'batch')
  if (isRefusal(received)) return received
  const nextTurn = () => queued(ctx, async () => {})
  const file = await readBatchFile(received.bytes, nextTurn)
  if ('problem' in file) return malformedFields([file.problem])
  const whole = wholeIn({ apikey: key, reference: name, pin: secret, lines: file.lines }, isDry)
  if (isRefusal(whole)) return whole
  const { apikey, reference, pin } = whole
  const found = marketOf()
  if (isRefusal(found)) return found
  const lines = await linesInFile(file, { ...found, nextTurn })
  return { apikey, reference, pin: pin ?? '', lines, unread: file.unread }
}

function wholeIn(body: object, isDry: boolean): Whole | Refusal {
  const missing = missingFields(body, ['apikey', 'reference', ...(isDry ? [] : ['pin']), 'lines'])
  if (missing) return missing
  if (!isWhole(body)) return malformedFields([...new Set((isWhole.errors ?? []).map(problemOf))])
  return body
}

function problemOf({ instancePath }: { readonly instancePath: string }): string {
  const name = instancePath.slice(1)
  if (name === 'reference') return `reference must be ${referenceForm}`
  return name === 'lines' ? 'lines must be an array' : `${name} must be a string`
}

/** The lines of a file as requests. Before each portion other work has its turn. */
export async function linesInFile(
  file: BatchFile,
  { market, nextTurn }: { readonly market: Market; readonly nextTurn: NextTurn },
): Promise<readonly AskedLine[]> {
  const atOnce = Math.min(linesAtOnce, Math.ceil(cellsAtOnce / Math.max(1, file.fields.length)))
  const lines: AskedLine[] = []
  for (let from = 0; from < file.lines.length; from += atOnce) {
    await nextTurn()
    for (const line of file.lines.slice(from, from + atOnce)) lines.push(await writtenLineIn(file, line, market))
  }
  return lines
}

function lineIn(line: unknown): AskedLine {
  const given = typeof line === 'object' && line !== null && !Array.isArray(line) ? line : {}
  const read = readLine(given)
  return isRefusal(read) ? { refusal: read, kept: keptOf(given) } : read.request
}

async function writtenLineIn(file: BatchFile, line: FileLine, market: Market): Promise<AskedLine> {
  const { number } = line
  const { fields, faults } = await readWrittenLine(file, line, market)
  if (faults.length > 0) return { number, refusal: malformedFields(faults.map(faultText)), kept: keptOf(fields) }
  return { number, ...lineIn(fields) }
}

/** The usable fields of a line with a wrong form. */
function keptOf(line: object) {
  const given = line as Readonly<Record<string, unknown>>
  const textOf = (name: string, pattern: RegExp) => {
    const value = given[name]
    return typeof value === 'string' && pattern.test(value) ? value : ''
  }
  return {
    reference: textOf('reference', new RegExp(referencePattern)),
    phoneNumber: textOf('phone_number', /^[0-9]{8,15}$/),
    currency: textOf('currency', /^[A-Z]{3}$/),
    network: textOf('network', /^[A-Z0-9_]{1,20}$/),
  }
}
