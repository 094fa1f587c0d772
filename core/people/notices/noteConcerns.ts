import { type FloatPorts, type FloatStatus, findFloats, runsOut } from '../../books/float/listFloat.ts'
import { type Calendar, utcDays } from '../../model/days.ts'
import { isSamePerson } from '../../model/fourEyes.ts'
import type { User } from '../../model/people.ts'
import type { Batch, Batches } from '../../ports/books/batches.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Notices } from '../../ports/people/notices.ts'
import type { People } from '../../ports/people/people.ts'
import type { FailingEndpoint, Webhooks } from '../../ports/webhooks.ts'
import { listProposals, type Proposal, type ProposalPorts } from '../operators/proposals/proposals.ts'
import { mayDo } from '../permissions.ts'
import { type Noted, noticeFor, settingsOf } from './wanted.ts'

/** The ports for notices of what waits for people. */
export type ConcernPorts = FloatPorts &
  ProposalPorts & {
    readonly notices: Pick<Notices, 'add' | 'settings' | 'forget'>
    readonly people: Pick<People, 'users'>
    readonly batches: Pick<Batches, 'list'>
    readonly webhooks: Pick<Webhooks, 'failing'>
    readonly clock: Pick<Clock, 'nowMs'>
    readonly days?: Calendar | undefined
  }

/** The function that {@link noteConcerns} returns. */
export type NoteConcerns = () => Promise<void>

/** The most batches and endpoints that are looked at in one run, and the most old notices that it deletes. */
const [batchesAtOnce, endpointsAtOnce, forgottenAtOnce] = [500, 1_000, 500]

/** How long an endpoint must fail before its owners have a notice, and how long notices are kept, in milliseconds. */
const [failingMs, keptMs] = [5 * 60_000, 90 * 86_400_000]

/** A fact with its account, or null for operators, and the users who are concerned. */
type Concern = { readonly accountId: string | null; readonly noted: Noted; concerns(user: Colleague): boolean }

type Colleague = Pick<User, 'id' | 'accountId' | 'name' | 'role' | 'state'>

/**
 * Makes the notices of approvals that wait, once each, and of failing endpoints and of floats that run out, once on
 * each day. Forgets notices that are older than 90 days.
 */
export function noteConcerns(ports: ConcernPorts): NoteConcerns {
  const { notices, people, batches, webhooks, clock, days = utcDays } = ports
  const proposals = listProposals(ports)
  const floats = findFloats(ports)
  return async () => {
    const nowMs = clock.nowMs()
    const day = String(days.dateOf(nowMs))
    const [waiting, proposed, failing, found] = await Promise.all([
      batches.list({ state: 'awaiting_approval', limit: batchesAtOnce }),
      proposals(),
      webhooks.failing({ nowMs, limit: endpointsAtOnce }),
      floats(),
    ])
    const today = { nowMs, day }
    const all = [
      ...waiting.map(ofBatch),
      ...proposed.map(ofProposal),
      ...failing.filter(isToNote).map((one) => ofEndpoint(one, today)),
      ...found.filter(runsOut).map((one) => ofFloat(one, today)),
    ]
    for (const accountId of new Set(all.map((one) => one.accountId))) {
      const users = (await people.users({ accountId })).filter(({ state }) => state === 'active')
      const settings = await settingsOf(notices, users)
      const own = all.filter((one) => one.accountId === accountId)
      const made = users.flatMap((user) => {
        const theirs = settings.get(user.id)
        const noted = own.filter(({ concerns }) => concerns(user))
        return theirs ? noted.flatMap((one) => noticeFor(theirs, one.noted, { nowMs, days })) : []
      })
      if (made.length > 0) await notices.add(made)
    }
    await notices.forget({ beforeMs: nowMs - keptMs, limit: forgottenAtOnce })
  }
}

type Today = { readonly nowMs: number; readonly day: string }

/** A batch waits for somebody other than the person who made it. */
function ofBatch({ id, accountId, keyId, lines, sums, updatedAtMs }: Batch): Concern {
  const [sum] = sums
  const money = sums.length === 1 && sum ? { currency: sum.currency, minor: String(sum.acceptedMinor) } : {}
  const noted = {
    key: `batch ${id}`,
    kind: 'approval',
    facts: { batch: id, lines, ...money },
    atMs: updatedAtMs,
  } as const
  return { accountId, noted, concerns: (user) => user.id !== keyId && mayDo(user, 'batch.approve') }
}

function ofProposal({ proposed, change }: Proposal): Concern {
  const { number, by, atMs } = proposed
  const facts = { proposal: number, change: change.kind, by }
  const noted = { key: `proposal ${number}`, kind: 'approval', facts, atMs } as const
  const concerns = (user: Colleague) => !isSamePerson(user.name, by) && mayDo(user, 'operator.approve')
  return { accountId: null, noted, concerns }
}

function isToNote({ failingMs: ms }: FailingEndpoint): boolean {
  return ms === null || ms >= failingMs
}

/** An endpoint that fails is noted on each day for as long as it does; a disabled one only once. */
function ofEndpoint({ endpoint }: FailingEndpoint, { nowMs, day }: Today): Concern {
  const { id, accountId, disabledBecause } = endpoint
  const key = disabledBecause === null ? `endpoint ${id} ${day}` : `endpoint ${id} ${disabledBecause}`
  const noted = { key, kind: 'endpoint', facts: { endpoint: id, disabled: disabledBecause }, atMs: nowMs } as const
  return { accountId, noted, concerns: (user) => mayDo(user, 'webhook.resume') }
}

function ofFloat({ network, currency, account }: FloatStatus, { nowMs, day }: Today): Concern {
  const noted = {
    key: `${account} ${currency} ${day}`,
    kind: 'float',
    facts: { network, currency },
    atMs: nowMs,
  } as const
  return { accountId: null, noted, concerns: (user) => mayDo(user, 'operator.block') }
}
