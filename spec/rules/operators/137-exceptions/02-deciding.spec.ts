import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'
import { forgotten, openCompared, topUp } from './compared.ts'

describe('137 Exceptions on the operators’ pages: deciding', () => {
  const because = 'ticket 4711'

  rule(
    '137.6',
    'an exception is given to a person with a reason and without the password, and the record names the operator',
    async () => {
      const { nakato, found, entry, actions } = await openCompared()
      const { paths } = await found([forgotten, topUp])
      const answer = await nakato.post(`${paths[0]}/assign`, { owner: 'okot', because })
      expect(answer.headers.location).to.equal(`${paths[0]}?done=assigned`)
      expect((await entry(paths[0])).owner).to.equal('okot')
      expect((await entry(`${paths[1]}`)).owner).to.equal(null)
      const [last] = await actions()
      expect(last).to.include({ kind: 'reconcile.assign', by: 'nakato', because })
      expect(last?.after).to.include({ owner: 'okot', numbers: '2' })
    },
  )

  rule(
    '137.7',
    'a payment that the books have forgotten is recorded as the command records it: the money is credited once',
    {
      'one with a number': async () => {
        const { nakato, found, entry, actions, account, balance, payment } = await openCompared()
        const { paths } = await found([forgotten])
        const before = (await balance()).available
        const form = { account: account.id, reference: 'lost-1', because, password }
        const answer = await nakato.post(`${paths[0]}/record`, form)
        expect(answer.headers.location).to.equal(`${paths[0]}?done=decided`)
        expect((await balance()).available - before).to.equal(7_000n)
        const { resolved } = await entry(paths[0])
        expect(await payment(resolved?.transactionId ?? '')).to.include({ reference: 'lost-1', state: 'succeeded' })
        expect((await actions())[0]).to.include({ kind: 'reconcile.record', by: 'nakato', because })
        expect(textOf(await nakato.get(paths[0]))).to.include('Recorded as lost-1')
        await nakato.post(`${paths[0]}/record`, form)
        expect((await balance()).available - before).to.equal(7_000n)
      },
      'one with a part of a number, whose whole number is asked for': table(
        ['the number', 'the number of the payment'],
        [
          ['', null],
          ['256770000009', null],
          ['256770000001', '256770000001'],
        ],
        async (number, recorded) => {
          const { nakato, found, entry, account, payment } = await openCompared()
          const { paths } = await found([
            (template, line) => ({ ...forgotten(template, line), phoneNumber: '25677****001' }),
          ])
          expect((await nakato.get(paths[0])).body).to.include('name="phone_number"')
          const form = { account: account.id, reference: 'lost-1', because, password }
          await nakato.post(`${paths[0]}/record`, { ...form, ...(number !== '' && { phone_number: number }) })
          const { resolved } = await entry(paths[0])
          const made = resolved ? (await payment(resolved.transactionId ?? '')).phoneNumber : null
          expect(made).to.equal(recorded)
        },
      ),
    },
  )

  rule('137.8', 'a row that is no payment is classified, and a top-up moves money in the books, once', async () => {
    const { nakato, found, entry, actions, ports } = await openCompared()
    const { paths } = await found([topUp])
    const form = { as: 'top-up', product: 'collection', because, password }
    await nakato.post(`${paths[0]}/classify`, form)
    await nakato.post(`${paths[0]}/classify`, form)
    const moves = await ports.operatorMoney.moves({ limit: 9 })
    expect(moves.map(({ kind, to, amountMinor }) => [kind, to, amountMinor])).to.deep.equal([
      ['top_up', 'float:MTN:collection', 70_000n],
    ])
    expect((await entry(paths[0])).resolved).to.include({ by: 'nakato', because: `top-up: ${because}` })
    expect((await actions())[0]).to.include({ kind: 'reconcile.classify', by: 'nakato', because })
  })

  rule('137.9', 'an exception is resolved, and its payment is ended if that is chosen', {
    '': table(
      ['end', 'state', 'held'],
      [
        ['yes', 'failed', 0n],
        ['', 'pending', 5_000n],
      ],
      async (end, state, held) => {
        const { nakato, found, failedThere, entry, actions, payment, balance } = await openCompared()
        const { id, row } = await failedThere()
        const { paths } = await found([row, forgotten])
        await nakato.post(`${paths[0]}/resolve`, { ...(end && { end }), because, password })
        expect((await payment(id)).state).to.equal(state)
        expect((await balance()).held).to.equal(held)
        expect((await entry(paths[0])).resolved).to.include({ by: 'nakato', because })
        expect((await entry(`${paths[1]}`)).resolved).to.equal(null)
        expect((await actions())[0]).to.include({ kind: 'reconcile.resolve', by: 'nakato', because })
      },
    ),
    'one whose payment cannot be ended yet stays open': async () => {
      const { nakato, found, pay, entry, payment, clock } = await openCompared()
      const { id } = await pay('losesAnswer')
      const { providerId } = await payment(id)
      const { paths } = await found([
        (template, line) => ({
          ...forgotten(template, line),
          ...{ direction: 'out', amountMinor: 5_000n, ours: providerId, theirs: null, status: 'failed' },
          ...{ phoneNumber: null, atMs: clock.nowMs() },
        }),
      ])
      const answer = await nakato.post(`${paths[0]}/resolve`, { end: 'yes', because, password })
      expect([answer.statusCode, textOf(answer).includes('stays open')]).to.deep.equal([422, true])
      expect((await entry(paths[0])).resolved).to.equal(null)
    },
  })

  rule(
    '137.10',
    'a decision about an exception is refused like the command, with the reason above the filled-in form, and changes nothing',
    table(
      ['form', 'given', 'message'],
      [
        ['assign', 'owner=okot', 'The explanation must be 1 to 500 printable characters'],
        ['assign', 'WHY', 'The owner must be 1 to 500 printable characters'],
        ['record', 'WHY&reference=lost-1&account=ACCOUNT', 'Give your password again'],
        ['record', 'WHY&reference=lost-1&account=ACCOUNT&password=wrong', 'The password is wrong'],
        ['record', 'WHY&reference=lost-1&account=unknown&PASSWORD', 'no account'],
        [
          'record',
          'reference=lost-1&account=ACCOUNT&PASSWORD',
          'The explanation must be 1 to 500 printable characters',
        ],
        ['classify', 'WHY&as=top-up&PASSWORD', 'its bucket is missing_here'],
        ['resolve', 'WHY', 'Give your password again'],
        ['resolve', 'PASSWORD', 'The explanation must be 1 to 500 printable characters'],
      ] as const,
      async (form, given, reported) => {
        const { nakato, found, entry, actions, account, balance } = await openCompared()
        const { paths } = await found([forgotten])
        const before = [await actions(), await balance(), await entry(paths[0])]
        const filledIn = { ACCOUNT: account.id, WHY: `because=${because}`, PASSWORD: `password=${password}` }
        const fields = given.replace(/[A-Z]{3,}/g, (name) => filledIn[name as keyof typeof filledIn])
        const answer = await nakato.post(`${paths[0]}/${form}`, new URLSearchParams(fields))
        expect(answer.statusCode).to.equal(422)
        expect(textOf(answer)).to.include(reported)
        if (form === 'record') expect(answer.body).to.include('value="lost-1"')
        expect([await actions(), await balance(), await entry(paths[0])]).to.deep.equal(before)
      },
    ),
  )

  rule(
    '137.11',
    'a decision about an exception that takes two people waits for another operator, and its page says so',
    async () => {
      const { nakato, okot, found, failedThere, entry, payment } = await openCompared(twoAbove(1_000n, 'decisions'))
      const { id, row } = await failedThere()
      const { paths } = await found([row])
      const form = { end: 'yes', because, password }
      const answer = await nakato.post(`${paths[0]}/resolve`, form)
      const [, number] = /\/operator\/proposals\/(\d+)$/.exec(answer.headers.location ?? '') ?? []
      expect((await nakato.post(`${paths[0]}/resolve`, form)).headers.location).to.equal(answer.headers.location)
      expect((await payment(id)).state).to.equal('pending')
      expect(textOf(await okot.get(paths[0]))).to.include(`Proposal ${number} waits`)
      await okot.post(`/operator/proposals/${number}/approve`, { password })
      expect((await payment(id)).state).to.equal('failed')
      expect((await entry(paths[0])).resolved).to.include({ by: 'nakato', because })
    },
  )

  rule('137.12', 'an unknown exception is not found', async () => {
    const { nakato, found } = await openCompared()
    const { run, paths } = await found([forgotten])
    const unknown = [
      `/operator/exceptions/${run.id}/999`,
      `/operator/exceptions/${run.id}/0`,
      `/operator/exceptions/${run.id}/-2`,
      paths[0].replace(run.id, 'unknown'),
    ]
    for (const path of unknown) {
      expect((await nakato.get(path)).statusCode, path).to.equal(404)
      for (const form of ['assign', 'record', 'classify', 'resolve']) {
        const answer = await nakato.post(`${path}/${form}`, { owner: 'okot', because, password })
        expect(answer.statusCode, `${path} ${form}`).to.equal(404)
      }
    }
  })
})
