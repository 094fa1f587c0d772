import { expect } from 'chai'
import {
  type Action,
  auditBooks,
  type ChainEnd,
  changeAccount,
  closeAccount,
  createAccount,
  fundAccount,
  hashedText,
  isRefusal,
  pauseNetwork,
  verifyActions,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule, table } from '../../../rule.ts'
import { brokenIn } from '../109-audit/plantedBooks.ts'
import { openActions, recordedChanges, rotatedKey } from './changes.ts'

/** Another value of each field. */
const otherFields: Readonly<Record<string, Partial<Action>>> = {
  time: { atMs: 1 },
  person: { by: 'Amina' },
  'person who approved': { approvedBy: 'amina' },
  kind: { kind: 'account.fund' },
  account: { accountId: null },
  subject: { subject: 'account other' },
  'state before': { before: null },
  'state after': { after: { kyc: 'complete' } },
  reason: { because: null },
  proposal: { proposal: 1 },
}

describe('126 Who did what', () => {
  rule(
    '126.1',
    'each change by an operator is recorded with it: the time, the person, the values before and after, and the reason',
    Object.fromEntries(
      Object.entries(recordedChanges).map(([name, { kind, before, after, change }]) => [
        name,
        async () => {
          const at = await openActions()
          const subject = await change(at)
          const { number, previous, atMs, ...recorded } = await at.last()
          expect(atMs).to.equal(at.clock.nowMs())
          const isAboutAccount = !/^(network|quarantine|move)/.test(subject)
          expect(recorded).to.deep.equal({
            ...{ by: 'brian', because: 'ticket 4711', approvedBy: null, proposal: null },
            ...{ kind, subject, before, after, accountId: isAboutAccount ? at.accountId : null },
          })
        },
      ]),
    ),
  )

  rule('126.2', 'a new account is recorded with its keys’ ids, and its opening balances as fundings', async () => {
    const { all, account, accountId } = await openActions()
    const [funded, created] = await all()
    expect([created?.kind, created?.by, created?.accountId]).to.deep.equal(['account.create', 'amina', accountId])
    expect(created?.subject).to.equal(`account ${accountId}`)
    expect(created?.after).to.deep.include({ name: 'Duka', kyc: 'complete', keys: account.keys.map(({ id }) => id) })
    expect([funded?.kind, funded?.subject]).to.deep.equal(['account.fund', 'funding initial-UGX'])
  })

  rule('126.3', 'no secret is recorded: no key, no digest and no PIN', async () => {
    const at = await openActions()
    const { ports, accountId, who, account, secretKey } = at
    const { key } = await rotatedKey(at)
    await changeAccount(ports)({ accountId, settings: { pin: '8265' }, ...who })
    const text = withoutIds(JSON.stringify(await at.all()))
    const digests = account.keys.map(({ digest }) => digest)
    const mac = (await ports.accounts.byId(accountId))?.pin?.mac
    for (const secret of [secretKey, key, '8265', '4071', ports.secrets.digest(key), mac, ...digests])
      expect(text).not.to.include(secret)
    expect((await at.last()).after).to.have.keys('pin')
  })

  rule('126.4', 'refusals, and requests that change nothing, are not recorded', async () => {
    const { ports, accountId, who, all } = await openActions()
    const money = { accountId, currency: 'UGX', amount: 500, reference: 'bank-1', ...who }
    await fundAccount(ports)(money)
    const before = await all()
    await fundAccount(ports)(money)
    await fundAccount(ports)({ ...money, amount: 501 })
    await changeAccount(ports)({ accountId, settings: { kyc: 'complete', apiAccess: true }, ...who })
    await closeAccount(ports)({ accountId: 'other', ...who })
    await pauseNetwork(ports)({ network: 'VODAFONE', ...who })
    expect(await all()).to.deep.equal(before)
  })

  rule(
    '126.5',
    'a change needs the name of its author, 1 to 100 printable characters, and can have a reason of 1 to 500',
    table(
      ['by', 'because', 'answer'],
      [
        ['', undefined, 'malformed_name'],
        ['  ', undefined, 'malformed_name'],
        ['x'.repeat(101), undefined, 'malformed_name'],
        ['zero\u200bwidth', undefined, 'malformed_name'],
        ['x'.repeat(100), undefined, 'done'],
        ['amina', '', 'malformed_explanation'],
        ['amina', 'x'.repeat(501), 'malformed_explanation'],
        ['amina', 'x'.repeat(500), 'done'],
      ],
      async (by, because, answer) => {
        const { ports, accountId } = await openActions()
        const closed = await closeAccount(ports)({ accountId, by, because })
        expect(isRefusal(closed) ? closed.refused : 'done').to.equal(answer)
        const created = await createAccount(ports)({ name: 'Duka', by, because })
        expect(isRefusal(created) ? created.refused : 'done').to.equal(answer)
      },
    ),
  )

  rule('126.6', 'actions are numbered 1, 2, 3 …, and each holds the hash of the one before', async () => {
    const at = await openActions()
    for (const { change } of Object.values(recordedChanges).slice(0, 3)) await change(at)
    const actions = (await at.all()).toReversed()
    expect(actions.map(({ number }) => number)).to.deep.equal([1, 2, 3, 4, 5])
    expect(actions.map(({ previous }) => previous)).to.deep.equal(['', ...actions.slice(0, -1).map(hashOf)])
  })

  rule('126.7', 'the hash of an action is made of its whole record, as JSON', () => {
    const action: Action = {
      ...{ number: 2, atMs: 1_767_340_800_000, by: 'amina', approvedBy: null, kind: 'account.set' },
      ...{
        accountId: 'a-1',
        subject: 'account a-1',
        before: { kyc: 'incomplete' },
        after: { kyc: 'complete', a: ['b', 'a'] },
      },
      ...{ because: 'papers “seen”', proposal: null, previous: 'f'.repeat(64) },
    }
    const text =
      '[2,1767340800000,"amina",null,"account.set","a-1","account a-1",{"kyc":"incomplete"},{"a":["b","a"],"kyc":"complete"},' +
      `"papers “seen”",null,"${'f'.repeat(64)}"]`
    expect(hashedText(action)).to.equal(text)
  })

  rule('126.8', 'an audit finds an action that was removed, added or changed', {
    'as they are': () => foundIn((actions) => actions, []),
    'the first one removed': async () => {
      const reported = await foundIn((actions) => actions.slice(1), ['actions_without_gap action 2'])
      expect(reported).to.deep.equal(['it follows action 0'])
    },
    'one in the middle removed': async () => {
      const reported = await foundIn(
        (actions) => actions.filter(({ number }) => number !== 3),
        ['actions_without_gap action 4'],
      )
      expect(reported).to.deep.equal(['it follows action 2'])
    },
    'the last one removed': async () => {
      const reported = await foundIn((actions) => actions.slice(0, -1), ['actions_without_gap end of actions 5'])
      expect(reported).to.deep.equal(['it follows action 4'])
    },
    'all removed': () => foundIn(() => [], ['actions_without_gap end of actions 5']),
    'one added at the end': () =>
      foundIn(
        (actions) => [...actions, { ...(actions[4] as Action), number: 6 }],
        ['actions_unchanged action 5', 'actions_without_gap end of actions 5'],
      ),
    'the end forgotten': async () => {
      const reported = await foundIn(
        (actions) => actions,
        ['actions_without_gap end of actions'],
        () => [],
      )
      expect(reported).to.deep.equal(['it is missing after 5'])
    },
    'the end changed': async () => {
      const reported = await foundIn(
        (actions) => actions,
        ['actions_unchanged action 5'],
        ([end]) => [{ number: 5, hash: `0${end?.hash}` }],
      )
      expect(reported).to.deep.equal(['its hash differs from the one in the end of the chain'])
    },
    ...Object.fromEntries(
      Object.entries(otherFields).map(([name, other]) => [
        `another ${name}`,
        () =>
          foundIn(
            (actions) => actions.map((action) => (action.number === 3 ? { ...action, ...other } : action)),
            ['actions_unchanged action 3'],
          ),
      ]),
    ),
    'another hash of the one before': async () => {
      const reported = await foundIn(
        (actions) => actions.map((action) => (action.number === 3 ? { ...action, previous: '0' } : action)),
        ['actions_unchanged action 2', 'actions_unchanged action 3'],
      )
      const kept = 'its hash differs from the one in action'
      expect(reported).to.deep.equal([`${kept} 3`, `${kept} 4`])
    },
  })

  rule('126.9', 'a copy of the end kept elsewhere shows a forgery of the whole record', async () => {
    const at = await openActions()
    for (const { change } of Object.values(recordedChanges).slice(0, 2)) await change(at)
    const { ports } = at
    const { end } = await verifyActions(ports)({})
    await (recordedChanges['a funding']?.change ?? rotatedKey)(at as never)
    const verified = await verifyActions(ports)({ noted: end })
    expect([verified.checked, verified.end.number, verified.broken]).to.deep.equal([5, 5, []])
    const other = await verifyActions(ports)({ noted: { ...end, hash: '0'.repeat(64) } })
    expect(other.broken.map(({ row }) => row)).to.deep.equal(['action 4'])
    const beyond = await verifyActions(ports)({ noted: { number: 9, hash: end.hash } })
    expect(beyond.broken.map(({ row }) => row)).to.deep.equal(['action 9'])
    const first = await verifyActions(ports)({ noted: { number: 0, hash: '' } })
    expect(first.broken).to.deep.equal([])
  })

  rule('126.10', 'without hashes an audit checks only the numbers of actions', async () => {
    const { ports } = await openActions()
    const { books } = ports
    expect((await auditBooks({ books })()).broken).to.deep.equal([])
  })
})

function hashOf(action: Action): string {
  return testSecrets.digest(hashedText(action))
}

/** Expects an audit of five actions, after a change, to find this. */
async function foundIn(
  spoil: (actions: readonly Action[]) => Action[] | readonly Action[],
  found: readonly string[],
  spoilEnd: (end: ChainEnd[]) => ChainEnd[] = (end) => end,
): Promise<readonly string[]> {
  const at = await openActions()
  for (const { change } of Object.values(recordedChanges).slice(0, 3)) await change(at)
  const actions = (await at.all()).toReversed()
  const end = [{ number: 5, hash: hashOf(actions[4] as Action) }]
  const broken = await brokenIn({ actions: [...spoil(actions)], chainEnd: spoilEnd(end) })
  expect(broken.map(({ rule: name, row }) => `${name} ${row}`)).to.deep.equal(found)
  return broken.map(({ problem }) => problem)
}
