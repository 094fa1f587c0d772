import { beyondLargest } from '../../accounts/limits/accountLimits.ts'
import { noFees } from '../../fees/fees.ts'
import { feeOf } from '../../fees/schedule.ts'
import type { Account } from '../../model/account.ts'
import { isOfAnother, predictNetworks, shownNetwork } from '../../model/market.ts'
import { isRefusal, malformedFields, type Refusal, type RefusedLine } from '../../model/refusal.ts'
import { limitsIn, liveRiskLimits } from '../../model/riskLimits.ts'
import type { Batch, Batches, BatchLine, BatchSum } from '../../ports/books/batches.ts'
import type { PaymentPorts } from '../payment.ts'
import { checkLine, duplicateReference, type LineRequest } from '../rules.ts'

/** The payout that a line requests. Without a network, its phone number shows it. */
export type AskedPayout = Omit<LineRequest, 'network'> & { readonly network?: string }

/**
 * A requested line, with its number in its file if it has one. A malformed one comes with its refusal and its usable
 * values.
 */
export type AskedLine = { readonly number?: number } & (
  | { readonly request: AskedPayout }
  | {
      readonly refusal: Refusal
      readonly kept: Pick<LineRequest, 'reference' | 'phoneNumber' | 'currency' | 'network'>
    }
)

/** A line whose network is known, unless it is refused. */
type WholeLine = Exclude<AskedLine, { readonly request: unknown }> | { readonly request: LineRequest }

/**
 * An accepted line that may be a mistake. `another_network`: its number has the prefix of these networks, and not of its
 * own.
 */
export type LineWarning = {
  readonly line: number
  readonly reference: string
  readonly warning: 'another_network'
  readonly networks: readonly string[]
}

/** The lines of a batch in their stored form, the totals of the accepted ones, the refused ones, and the warnings. */
export type CheckedLines = {
  readonly lines: readonly BatchLine[]
  readonly sums: readonly BatchSum[]
  readonly refusedLines: readonly RefusedLine[]
  readonly warnings: readonly LineWarning[]
}

type Ports = Pick<PaymentPorts, 'market' | 'riskLimits' | 'fees'> & {
  readonly batches: Pick<Batches, 'usedReferences'>
}

type Asked = {
  readonly account: Account
  readonly batchId: string
  readonly atMs: number
  readonly lines: readonly AskedLine[]
  readonly nextTurn: NextTurn
}

/** Resolves when other work of the process has had its turn. */
export type NextTurn = () => Promise<unknown>

/** How many lines are processed at once: few enough that no payment waits for it. */
const linesAtOnce = 250

/** Yields lines in portions, each in a turn of its own. */
export async function* portions<Line>(
  lines: readonly Line[],
  nextTurn: NextTurn,
): AsyncGenerator<readonly Line[], void, void> {
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    await nextTurn()
    yield lines.slice(from, from + linesAtOnce)
  }
}

/** Checks lines by the rules for one payout that need no step. A reference counts for its first line. */
export async function checkLines(ports: Ports, asked: Asked): Promise<CheckedLines> {
  const lines: BatchLine[] = []
  const refusedLines: RefusedLine[] = []
  const warnings: LineWarning[] = []
  const sums = new Map<string, BatchSum>()
  const seen = new Set<string>()
  for await (const some of portions(asked.lines, asked.nextTurn)) {
    for (const reference of await usedAmong(ports, asked.account, some)) seen.add(reference)
    for (const line of some) {
      const number = line.number ?? lines.length + 1
      const { kept, refusal } = checkedLine(wholeLine(line, ports), { ...asked, number, seen }, ports)
      lines.push(kept)
      if (refusal) refusedLines.push({ line: kept.number, reference: kept.reference, refusal })
      else {
        seen.add(kept.reference)
        add(sums, kept.currency, heldFor(kept))
        warnings.push(...warningsAbout(kept, ports))
      }
    }
  }
  return { lines, sums: [...sums.values()], refusedLines, warnings }
}

/** A line without a network gets the one that its phone number shows. */
function wholeLine(line: AskedLine, { market }: Pick<Ports, 'market'>): WholeLine {
  if (!('request' in line)) return line
  const { reference, phoneNumber, currency, network: named } = line.request
  const network = named ?? shownNetwork(phoneNumber, market.get(currency)?.networks ?? [])
  if (network !== undefined) return { request: { ...line.request, network } }
  const refusal = malformedFields(['network must be named, because the phone number does not show it'])
  return { refusal, kept: { reference, phoneNumber, currency, network: '' } }
}

function warningsAbout(line: BatchLine, { market }: Pick<Ports, 'market'>): readonly LineWarning[] {
  const { number, reference, phoneNumber, currency } = line
  const { networks = [] } = market.get(currency) ?? {}
  const own = networks.find(({ name }) => name === line.network)
  if (!own || !isOfAnother(phoneNumber, own, networks)) return []
  const others = predictNetworks(phoneNumber, networks).filter(({ certainty }) => certainty === 'prefix')
  return [{ line: number, reference, warning: 'another_network', networks: others.map(({ network }) => network) }]
}

type Checking = Asked & { readonly number: number; readonly seen: ReadonlySet<string> }

function checkedLine(
  line: WholeLine,
  asked: Checking,
  ports: Ports,
): { readonly kept: BatchLine; readonly refusal?: Refusal } {
  const kept = lineOf(line, asked)
  const refused = (refusal: Refusal, amountMinor: bigint | null) => {
    return { kept: { ...kept, amountMinor, state: 'refused', code: refusal.refused } as const, refusal }
  }
  const checked = checkedOf(line, asked.account, ports)
  const isUsed = 'request' in line && asked.seen.has(kept.reference)
  if (isUsed) return refused(usedReference, isRefusal(checked) ? null : checked.amountMinor)
  if (isRefusal(checked)) return refused(checked, null)
  const { amountMinor } = checked
  return { kept: { ...kept, amountMinor, feeMinor: feeFor({ ...kept, amountMinor }, asked, ports) } }
}

/** For a batch's lines only the code is returned, and not the payment that has used a reference. */
const usedReference = duplicateReference('')

function usedAmong({ batches }: Ports, { id }: Account, lines: readonly AskedLine[]): Promise<readonly string[]> {
  const references = lines.flatMap((line) => ('request' in line ? line.request.reference : []))
  return batches.usedReferences(id, references)
}

function checkedOf(
  line: WholeLine,
  account: Account,
  { market, riskLimits = liveRiskLimits }: Ports,
): { readonly amountMinor: bigint } | Refusal {
  if (!('request' in line)) return line.refusal
  const checked = checkLine({ request: line.request, account, market })
  if (isRefusal(checked)) return checked
  const { currency } = line.request
  return beyondLargest({ ...checked, currency }, limitsIn(currency, account.limits, riskLimits)) ?? checked
}

function lineOf(asked: WholeLine, { batchId, number }: Pick<BatchLine, 'batchId' | 'number'>): BatchLine {
  const given = 'request' in asked ? asked.request : asked.kept
  const { reference, phoneNumber, currency, network } = given
  const { description = null, metadata = {}, customerMessage = null } = 'request' in asked ? asked.request : {}
  const place = { batchId, number, state: 'waiting', code: null, transactionId: null } as const
  return {
    ...place,
    reference,
    phoneNumber,
    currency,
    network,
    description,
    metadata,
    customerMessage,
    amountMinor: null,
    feeMinor: 0n,
  }
}

function add(sums: Map<string, BatchSum>, currency: string, minor: bigint): void {
  const { lines = 0, acceptedMinor = 0n } = sums.get(currency) ?? {}
  const sum = acceptedMinor + minor
  sums.set(currency, { currency, lines: lines + 1, acceptedMinor: sum, heldMinor: sum })
}

/** The fee of a line by the schedules at the time of its batch's request. */
function feeFor(
  { currency, network, amountMinor }: BatchLine & { readonly amountMinor: bigint },
  { account, atMs }: Asked,
  { fees = noFees }: Ports,
): bigint {
  const charged = { accountId: account.id, kind: 'payout', currency, network, amountMinor, atMs } as const
  return feeOf(fees.schedules, charged) ?? 0n
}

/** The money that a batch holds for a waiting line: its amount and its fee. */
export function heldFor({ amountMinor, feeMinor }: BatchLine): bigint {
  return (amountMinor ?? 0n) + feeMinor
}

/** The money that a batch holds once one of its lines takes its share out. */
export function withoutLine(batch: Batch, line: BatchLine): Batch['sums'] {
  return batch.sums.map((sum) =>
    sum.currency === line.currency ? { ...sum, heldMinor: sum.heldMinor - heldFor(line) } : sum,
  )
}
