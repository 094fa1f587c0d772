import { expect } from 'chai'
import {
  type Act,
  type Change,
  type DecisionTogether,
  isRefusal,
  type Role,
  type UseCases,
} from '../../../../core/sente.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { twoAbove } from '../../../fixtures/http/operators.ts'
import { joined, signedIn } from '../../../fixtures/people.ts'
import { rule } from '../../../rule.ts'
import { sourcesIn } from '../../../sourceTree.ts'
import { everybody, mayByTable } from './actTable.ts'

type Somebody = Awaited<ReturnType<typeof signedIn>>

/** A person who acts, and the objects of the acts. */
type Given = { readonly who: Somebody; readonly accountId: string; readonly userId: string; readonly proposal: number }

/** A call of a use case, and the acts that it takes: any of several, or all of those in a list. */
type Call = readonly [acts: string | readonly string[], call: (all: UseCases, given: Given) => Promise<unknown>]

const because = 'ticket 4711'
const line = { reference: 'r', phone_number: '256770000001', amount: 5_000, currency: 'UGX', network: 'MTN' }
const acting = ({ who }: Given) => ({ by: who.user, session: who.session })

/** A change of operators, and its act. */
const changed = (act: Act, change: (given: Given) => unknown): Call => [
  act,
  (all, given) => all.changeAsOperator({ who: given.who, because, change: change(given) as Change }),
]

/** A decision about no exceptions. */
const deciding =
  (decision: DecisionTogether): Call[1] =>
  (all, { who }) =>
    all.decideExceptionsAsOperator({ who, because, decision, entries: [] })

/** Every use case that a signed-in user calls, and its calls. */
const calls: Readonly<Record<string, readonly Call[]>> = {
  callAsUser: ['look', 'link.create', 'webhook.add', 'payment.send', 'refund.open', 'batch.approve'].map((to) => [
    to,
    (all, { who }) => all.callAsUser({ who, to: to as Act }),
  ]),
  changeOwnApiAccess: [
    ['account.api_on', (all, { who }) => all.changeOwnApiAccess({ who, apiAccess: true })],
    ['account.api_off', (all, { who }) => all.changeOwnApiAccess({ who, apiAccess: false })],
  ],
  changeOwnCurrency: [
    ['account.activate', (all, { who }) => all.changeOwnCurrency({ who, currency: 'UGX', isActivated: true })],
    ['account.deactivate', (all, { who }) => all.changeOwnCurrency({ who, currency: 'KES', isActivated: false })],
  ],
  changeOwnLanguage: [['account.language', (all, { who }) => all.changeOwnLanguage({ who, language: 'sw' })]],
  changeOwnPin: [['account.pin', (all, { who }) => all.changeOwnPin({ who, pin: '4071' })]],
  listOwnActions: [['own.actions', (all, { who }) => all.listOwnActions({ who, query: { limit: 1 } })]],
  createOwnKey: [['key.create', (all, { who }) => all.createOwnKey({ who, name: 'till', scopes: ['read'] } as never)]],
  rotateOwnKey: [['key.rotate', (all, { who }) => all.rotateOwnKey({ who, keyId: 'none' } as never)]],
  revokeOwnKey: [['key.revoke', (all, { who }) => all.revokeOwnKey({ who, keyId: 'none' } as never)]],
  planOwnPayment: [
    ['payment.send', (all, { who }) => all.planOwnPayment({ who, kind: 'payout', request: line } as never)],
    ['payment.collect', (all, { who }) => all.planOwnPayment({ who, kind: 'collection', request: line } as never)],
  ],
  openOwnPayment: [
    ['payment.send', (all, { who }) => all.openOwnPayment({ who, kind: 'payout', request: line, pin: '0' } as never)],
    [
      'payment.collect',
      (all, { who }) => all.openOwnPayment({ who, kind: 'collection', request: { ...line, amount: 1 } } as never),
    ],
  ],
  createAccountAsOperator: [
    [
      'operator.create_account',
      (all, { who }) => all.createAccountAsOperator({ who, id: 'x', name: '', activate: [] } as never),
    ],
  ],
  changeCurrencyAsOperator: [true, false].map((isActivated) => [
    isActivated ? 'operator.activate' : 'operator.deactivate',
    (all, { who }) => all.changeCurrencyAsOperator({ who, accountId: 'none', currency: 'UGX', isActivated }),
  ]),
  closeAccountAsOperator: [
    ['operator.close_account', (all, { who }) => all.closeAccountAsOperator({ who, accountId: 'none' })],
  ],
  decideNetworkAsOperator: (['pause', 'resume'] as const).map((decision) => [
    decision === 'pause' ? 'operator.pause_network' : 'operator.resume_network',
    (all, { who }) => all.decideNetworkAsOperator({ who, decision, network: 'none', because }),
  ]),
  decideQuarantineAsOperator: (['begin', 'end'] as const).map((decision) => [
    decision === 'begin' ? 'operator.quarantine' : 'operator.end_quarantine',
    (all, { who }) => all.decideQuarantineAsOperator({ who, decision }),
  ]),
  assignEntryAsOperator: [
    ['operator.assign', (all, { who }) => all.assignEntryAsOperator({ who, runId: 'none', item: 1, owner: 'a' })],
  ],
  decideExceptionsAsOperator: [
    ['operator.assign', deciding({ kind: 'assign', owner: 'a' })],
    ['operator.decide', deciding({ kind: 'resolve', endPayments: false })],
    ['operator.decide', deciding({ kind: 'classify', as: 'other' })],
    ['operator.decide', deciding({ kind: 'record', accountId: 'none', references: 'r' })],
    ['operator.end_payments', deciding({ kind: 'resolve', endPayments: true })],
  ],
  auditAsOperator: [['operator.audit', (all, { who }) => all.auditAsOperator({ who, all: false })]],
  backUpAsOperator: [['operator.backup', (all, { who }) => all.backUpAsOperator({ who })]],
  closeAsOperator: [['operator.close_day', (all, { who }) => all.closeAsOperator({ who, days: [] })]],
  checkClosesAsOperator: [['operator.audit', (all, { who }) => all.checkClosesAsOperator({ who })]],
  compareAsOperator: [['operator.compare', (all, { who }) => all.compareAsOperator({ who, network: 'none' } as never)]],
  changeAsOperator: [
    changed('operator.block', () => ({
      kind: 'account.set',
      request: { accountId: 'none', settings: { apiAccess: false } },
    })),
    changed('operator.set_account', () => ({
      kind: 'account.set',
      request: { accountId: 'none', settings: { kyc: 'complete' } },
    })),
    ...(['account.fund', 'account.withdraw'] as const).map((kind) =>
      changed('operator.money', () => ({
        kind,
        request: { accountId: 'none', currency: 'UGX', amount: 1, reference: 'r' },
      })),
    ),
    changed('operator.key', () => ({
      kind: 'key.create',
      request: { accountId: 'none', name: 'till', scopes: ['read'] },
    })),
    changed('operator.key', () => ({ kind: 'key.rotate', request: { keyId: 'none' } })),
    changed('operator.limit', () => ({
      kind: 'account.limit',
      request: { accountId: 'none', currency: 'UGX', limits: {} },
    })),
    changed('operator.limit', () => ({ kind: 'account.unlimit', request: { accountId: 'none', currency: 'UGX' } })),
    changed('operator.decide', () => ({
      kind: 'transaction.resolve',
      request: { transactionId: 'none', end: 'failed' },
    })),
    changed('operator.decide', () => ({ kind: 'reconcile.withdraw', request: { runId: 'none' } })),
  ],
  approveAsOperator: [
    [['operator.approve', 'operator.key'], (all, { who, proposal }) => all.approveAsOperator({ who, proposal })],
  ],
  rejectAsOperator: [['operator.reject', (all, { who }) => all.rejectAsOperator({ who, proposal: 999, because })]],
  endTogether: [
    ['operator.end_payments', (all, { who }) => all.endTogether({ who, because, end: 'failed', payments: [] })],
  ],
  listUsers: [['user.list', (all, { who, accountId }) => all.listUsers({ by: who.user, accountId })]],
  listInvitations: [['user.list', (all, { who, accountId }) => all.listInvitations({ by: who.user, accountId })]],
  listMadeKeys: [['user.list', (all, { who, userId }) => all.listMadeKeys({ by: who.user, userId })]],
  inviteUser: [
    ['user.invite', (all, given) => all.inviteUser({ ...acting(given), role: 'viewer', accountId: given.accountId })],
  ],
  revokeInvitation: [
    [
      'user.uninvite',
      (all, given) => all.revokeInvitation({ ...acting(given), accountId: given.accountId, invitationId: 'none' }),
    ],
  ],
  inviteNewPassword: [
    ['user.new_password', (all, given) => all.inviteNewPassword({ ...acting(given), userId: given.userId })],
  ],
  changeUser: [
    ['user.promote', (all, given) => all.changeUser({ ...acting(given), userId: given.userId, role: 'finance' })],
    ['user.demote', (all, given) => all.changeUser({ ...acting(given), userId: given.userId, role: 'viewer' })],
  ],
  suspendUser: [['user.suspend', (all, given) => all.suspendUser({ ...acting(given), userId: given.userId })]],
  resumeUser: [['user.resume', (all, given) => all.resumeUser({ ...acting(given), userId: given.userId })]],
  endSessions: [['user.end_sessions', (all, given) => all.endSessions({ ...acting(given), userId: given.userId })]],
  resetSecondStep: [
    ['user.reset_second_step', (all, given) => all.resetSecondStep({ ...acting(given), userId: given.userId })],
  ],
  removeUser: [['user.remove', (all, given) => all.removeUser({ ...acting(given), userId: given.userId })]],
}

/** Reads for anybody who is signed in, within the own account or as an operator. */
const reads = ['findSeenPayment', 'searchSeenPayments']

/** The use cases whose requests name a signed-in user, by the types in the sources. */
function calledByUsers(all: UseCases): string[] {
  const types = sourcesIn('core').flatMap(({ text }) =>
    [...text.matchAll(/^export type (\w+) = \(([\s\S]*?)\) =>/gm)].map(([, name = '', request = '']) => [
      name,
      request,
    ]),
  )
  const actor = /\b(AsOperator|Managing|ActingPerson|UserRequest|OwnPayment|SignedIn)\b/
  const named = types.filter(([, request = '']) => actor.test(request)).map(([name = '']) => name)
  return named.map((name) => name[0]?.toLowerCase() + name.slice(1)).filter((name) => name in all)
}

describe('133 People: the roles in every use case', () => {
  rule(
    '133.79',
    'each use case refuses a signed-in user whose role may not do its act, and nobody else for the role',
    async () => {
      const { ports, useCases, account } = await openDashboard({}, { fourEyes: twoAbove(1_000_000n, 'keys') })
      expect([...Object.keys(calls), ...reads]).to.have.members(calledByUsers(useCases))
      const proposed = await useCases.makeChange({
        ...{ by: 'okello', because },
        change: { kind: 'key.create', request: { accountId: account.id, name: 'till', scopes: ['read'] } as never },
      })
      const proposal = 'proposal' in proposed ? proposed.proposal.proposed.number : 0
      expect(proposal).to.be.above(0)
      let count = 0
      const userOf = async (role: Role, accountId: string | null) => {
        count += 1
        const opened = await joined(ports, { accountId, role, name: `somebody ${count}` })
        await useCases.confirmPassword({ session: opened.session, password })
        return signedIn(ports, opened)
      }
      for (const each of everybody) {
        const [role, whose] = each
        const accountId = whose === 'operator' ? null : account.id
        for (const [name, [...cases]] of Object.entries(calls))
          for (const [needed, call] of cases) {
            const { id: userId } = (await userOf('developer', account.id)).user
            const who = await userOf(role, accountId)
            const answer = await call(useCases, { who, accountId: account.id, userId, proposal })
            const code = isRefusal(answer as object) ? (answer as { refused: string }).refused : 'done'
            const may = [needed].flat().every((act) => mayByTable(each, act))
            expect(code === 'not_allowed', `${role} ${whose}: ${name} ${needed}: ${code}`).to.equal(!may)
            if (name !== 'removeUser') await useCases.removeUser({ by: 'okello', userId })
          }
      }
    },
  )
})
