import { expect } from 'chai'
import {
  approveAsOperator,
  assignEntryAsOperator,
  changeAsOperator,
  changeCurrencyAsOperator,
  closeAccountAsOperator,
  confirmPassword,
  createAccountAsOperator,
  decideNetworkAsOperator,
  decideQuarantineAsOperator,
  endTogether,
  isRefusal,
  makeChange,
  type Reconciliations,
  rejectAsOperator,
  type SignedIn,
} from '../../../../core/sente.ts'
import { minuteMs, openCore } from '../../../fixtures/core.ts'
import { cheapPasswords, goodPassword, joined, signedIn } from '../../../fixtures/people.ts'
import { rule } from '../../../rule.ts'

/** A comparison with an exception, in line 2. */
async function withException(reconciliations: Reconciliations): Promise<string> {
  const run = { ...{ id: 'run', digest: 'a', file: 'march.csv', network: 'MTN', profile: 'mtn-uganda' } } as const
  await reconciliations.begin({ ...run, fromMs: 0, toMs: 1, by: 'amina', begunAtMs: 2, ended: null, withdrawn: null })
  const side = { direction: 'in', amountMinor: 7n, currency: 'UGX', phoneNumber: null } as const
  const ids = { ours: null, theirs: 't', feeMinor: null, balanceMinor: null } as const
  const row = { item: 2, line: 2, atMs: 0, withinMs: 1, status: 'succeeded' } as const
  const result = { bucket: 'missing_here', transactionId: null, why: null } as const
  await reconciliations.add(run.id, [{ ...row, ...side, ...ids, ...result }])
  await reconciliations.end(run.id, { atMs: 3, rows: 1, totals: [], absent: [], balances: null })
  return run.id
}

describe('135 Decisions on the operators’ pages: the password and the role', () => {
  /** The requests of operators on pages, each by a user: those with the password, and restrictions. */
  async function openAsking() {
    const { ports: open, account, clock, pay } = await openCore()
    const ports = { ...open, isAddressList: () => true }
    const { id } = await pay('losesAnswer')
    const because = 'ticket 4711'
    const runId = await withException(ports.reconciliations)
    const large = { accountId: account.id, currency: 'UGX', amount: 900, reference: 'bank-1' }
    const two = { ...ports, fourEyes: { kinds: new Set<never>(), amountsMinor: new Map([['UGX', 1n]]) } }
    const proposed = await makeChange(two)({ change: { kind: 'account.fund', request: large }, by: 'brian', because })
    if (!('proposal' in proposed)) throw new Error('not proposed')
    const proposal = proposed.proposal.proposed.number
    const set = (settings: object) => ({ kind: 'account.set', request: { accountId: account.id, settings } }) as const
    return {
      ports,
      clock,
      account,
      grave: async (who: SignedIn) => [
        await changeAsOperator(ports)({
          who,
          change: { kind: 'transaction.resolve', request: { transactionId: id, end: 'failed' } },
          because,
        }),
        await changeAsOperator(ports)({
          who,
          change: { kind: 'account.fund', request: { ...large, reference: 'bank-2' } },
        }),
        await changeAsOperator(ports)({ who, change: set({ apiAccess: true, kyc: 'incomplete' }) }),
        await changeAsOperator(ports)({ who, change: set({ kyc: 'complete' }) }),
        await changeAsOperator(ports)({ who, change: set({ pin: '8302' }) }),
        await approveAsOperator(ports)({ who, proposal: 0 }),
        await endTogether(ports)({ who, end: 'failed', payments: [], because }),
        await createAccountAsOperator(ports)({ who, name: 'Kiosk' }),
        await closeAccountAsOperator(ports)({ who, accountId: 'unknown' }),
        await decideQuarantineAsOperator(ports)({ who, decision: 'end', because }),
        await changeCurrencyAsOperator(ports)({ who, accountId: account.id, currency: 'UGX', isActivated: true }),
        await decideNetworkAsOperator(ports)({ who, network: 'MTN', decision: 'resume', because }),
      ],
      light: async (who: SignedIn) => [
        await changeAsOperator(ports)({ who, change: set({ apiAccess: false }) }),
        await changeAsOperator(ports)({ who, change: set({ kyc: 'incomplete' }) }),
        await changeCurrencyAsOperator(ports)({ who, accountId: account.id, currency: 'UGX', isActivated: false }),
        await decideNetworkAsOperator(ports)({ who, network: 'MTN', decision: 'pause', because }),
        await assignEntryAsOperator(ports)({ who, runId, item: 2, owner: 'okot', because }),
        await rejectAsOperator(ports)({ who, proposal, because }),
      ],
    }
  }

  const refusals = (all: readonly object[]) => [
    ...new Set(all.map((one) => (isRefusal(one) ? (one as { refused: string }).refused : 'done'))),
  ]

  rule(
    '135.19',
    'acts that a stolen session of an operator must not do take a password entered within the last five minutes',
    async () => {
      const { ports, clock, grave, light } = await openAsking()
      const opened = await joined(ports, { accountId: null })
      const now = () => signedIn(ports, opened)
      expect(refusals(await grave(await now()))).to.deep.equal(['password_needed'])
      await confirmPassword({ ...ports, passwords: cheapPasswords })({
        session: (await now()).session,
        password: goodPassword,
      })
      clock.forwardMs(5 * minuteMs - 1)
      expect(refusals(await grave(await now()))).not.to.include('password_needed')
      clock.forwardMs(1)
      expect(refusals(await grave(await now()))).to.deep.equal(['password_needed'])
      expect(refusals(await light(await now()))).to.deep.equal(['done'])
    },
  )

  rule(
    '135.20',
    'acts on the operators’ pages are refused to everybody but operators who have taken every step of the sign-in',
    async () => {
      const { ports, account, clock, grave, light } = await openAsking()
      const of = async (accountId: string | null, name: string) => {
        const who = await signedIn(ports, await joined(ports, { accountId, name }))
        return { ...who, session: { ...who.session, confirmedUntilMs: clock.nowMs() + minuteMs } }
      }
      const operator = await of(null, 'nakato')
      const others: SignedIn[] = [
        await of(account.id, 'owner'),
        { ...operator, needs: 'second_step' },
        { ...operator, needs: 'enrolment' },
        { ...operator, user: { ...operator.user, state: 'suspended' } },
      ]
      for (const who of others) {
        expect(refusals([...(await grave(who)), ...(await light(who))])).to.deep.equal(['not_allowed'])
      }
    },
  )
})
