import {
  type Calendar,
  type Change,
  choiceOfChange,
  findScope,
  isRefusal,
  type MadeChange,
  type MakeChange,
  makeChange,
  type Proposal,
} from '../../../../core/sente.ts'
import { local, utc } from '../../../formats/moment.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { lines, table } from '../../output/output.ts'
import { accountTotalJson, accountTotalTable, totalJson, totalTable } from '../../output/totals.ts'
import { actionJson } from '../view.ts'
import { scopeOfGathered } from './gathered.ts'

/** Makes a change and answers like `shown`; or with the proposal, if it waits for another person. */
export async function changeAnswer(
  store: CliStore,
  request: Parameters<MakeChange>[0],
  shown: (made: MadeChange) => CommandAnswer | Refused | Promise<CommandAnswer | Refused>,
): Promise<CommandAnswer | Refused> {
  const done = await makeChange(store)(request)
  if (isRefusal(done)) return done
  if ('made' in done) return shown(done)
  const { proposal } = done
  const { number } = proposal.proposed
  const text = `Nothing is changed yet: two people are needed. Another person runs within a day:\nsente proposal approve ${number}\n`
  return { json: { proposal: proposalJson(proposal) }, text: `${text}\n${proposalText(proposal, todayOf(store).days)}` }
}

/** The result of a change that decides about differences from a network's file. */
export function decidedAnswer({ made, decided }: Pick<MadeChange, 'made' | 'decided'>): CommandAnswer {
  return entriesAnswer(doneBy(made), decided)
}

function doneBy({ kind, request }: Change): string {
  if (kind === 'reconcile.classify') return `classified as ${request.as}`
  if (kind === 'reconcile.decide') {
    const { source } = request
    return 'file' in source ? `decided as in ${source.file}` : `decided by rules ${source.rules.join(', ')}`
  }
  return kind === 'reconcile.record' ? 'recorded' : 'resolved'
}

/** The result of a decision about differences from a network's file. */
export function entriesAnswer(what: string, decided: MadeChange['decided']): CommandAnswer {
  const { entries, totals, payments, left } = decided ?? { entries: 0, totals: [], payments: [], left: [] }
  const lines = [
    `Entries ${what}: ${entries}`,
    ...(what === 'resolved' ? [`Payments ended: ${payments.length}`] : []),
    ...left.map((one) => `Entry ${one.item}${'runId' in one ? ` of ${one.runId}` : ''} stays open: ${one.because}`),
  ]
  const kept = left.map((one) => ({
    ...('runId' in one && { reconciliation_id: one.runId }),
    entry: one.item,
    because: one.because,
  }))
  const json = { entries, totals: totals.map(totalJson), payments, left: kept }
  const text = `${lines.join('\n')}\n${totals.length > 0 ? `\n${totalTable(totals)}` : ''}`
  return { json, text, ...(left.length > 0 && { exitCode: 1 as const }) }
}

/** The scope that an open proposal about entries would have now; null for another one. */
export async function scopeOf(store: CliStore, { change, state }: Proposal): Promise<CommandAnswer | null> {
  if (state === 'open' && change.kind === 'reconcile.decide') {
    const { entries, json, text } = await scopeOfGathered(store, change.request.decisions)
    return { json: { scope: json }, text: `It would decide now: ${entries} entries\n\n${text}` }
  }
  const choice = state === 'open' ? choiceOfChange(change) : undefined
  const scope = choice && (await findScope(store)(choice))
  if (!scope || isRefusal(scope)) return null
  const { entries, totals, accounts } = scope
  const text = [`It would decide now: ${entries} entries\n`, totalTable(totals)]
  if (accounts.length > 0) text.push(accountTotalTable(accounts))
  const json = { entries, totals: totals.map(totalJson), accounts: accounts.map(accountTotalJson) }
  return { json: { scope: json }, text: text.join('\n') }
}

/** A proposal as JSON. */
export function proposalJson({ proposed, change, state, end, expiresAtMs }: Proposal) {
  const { number, atMs, by, because, accountId } = proposed
  return {
    proposal: number,
    state,
    at: utc(atMs),
    by,
    because,
    account_id: accountId,
    change: change.kind,
    request: change.request,
    expires_at: utc(expiresAtMs),
    end: end && actionJson(end),
  }
}

/** A proposal as text. */
export function proposalText({ proposed, change, state, end, expiresAtMs }: Proposal, days: Calendar): string {
  const { number, atMs, by, because } = proposed
  return lines([
    ['Proposal', `${number}`],
    ['State', state],
    ['Proposed', `${local(atMs, days)} by ${by}`],
    ['Change', change.kind],
    ...Object.entries(change.request).map(([name, value]) => [`  ${name}`, inWords(value)] as const),
    ['Because', because ?? ''],
    end ? ['Ended', `${local(end.atMs, days)} by ${end.approvedBy ?? end.by}`] : ['Expires', local(expiresAtMs, days)],
  ])
}

/** Proposals as a table. */
export function proposalTable(proposals: readonly Proposal[], days: Calendar): string {
  if (proposals.length === 0) return 'No proposals wait.\n'
  const rows = proposals.map(({ proposed: { number, by, because }, change, expiresAtMs }) => ({
    Proposal: `${number}`,
    By: by,
    Change: change.kind,
    Request: Object.values(change.request).map(inWords).join(' '),
    Because: because ?? '',
    Expires: local(expiresAtMs, days),
  }))
  return table(['Proposal', 'By', 'Change', 'Request', 'Because', 'Expires'], rows, ['Proposal'])
}

/** The most letters of a value that are shown; JSON has all of them. */
const mostShown = 500

function inWords(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= mostShown ? text : `${text.slice(0, mostShown)} …`
}
