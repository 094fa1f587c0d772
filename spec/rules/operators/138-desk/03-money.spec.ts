import { expect } from 'chai'
import type { FourEyes } from '../../../../core/sente.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

const path = '/operator/money'

const topUp = {
  ...{ currency: 'UGX', amount: '50,000', from: 'bank', to: 'float:MTN:disbursement' },
  ...{ reference: 'bank-7', because: 'weekly top-up' },
}

/** Two operators, whose only merchant has put in UGX 100,000, and the form of a move. */
async function openMoney(fourEyes?: FourEyes) {
  const desk = await openTwoOperators(fourEyes)
  const { nakato, ports } = desk
  const say = (more: Record<string, string> = {}) => nakato.post(`${path}/move`, { ...topUp, ...more })
  return {
    ...desk,
    say,
    /** Sends the form from the page that said the amount back. */
    move: (more: Record<string, string> = {}) => say({ said: 'UGX 50,000', password, ...more }),
    moves: () => ports.operatorMoney.moves({ limit: 9 }),
  }
}

describe('138 Reconciliation at the desk: the operator’s own money', () => {
  rule(
    '138.12',
    'the page of the operator’s own money shows each account with its balance, and the latest moves with their person and reason',
    async () => {
      const { okot, move } = await openMoney()
      expect(textOf(await okot.get(path)))
        .to.match(/bank UGX 100,000 .*Owed to merchants UGX 100,000/)
        .and.include('No move is recorded')
      await move()
      const text = textOf(await okot.get(path))
      expect(text).to.include('bank UGX 50,000').and.include('float MTN disbursement UGX 50,000')
      expect(text).to.match(/bank to float MTN disbursement bank-7 nakato weekly top-up UGX 50,000/)
      expect((await okot.get('/operator/networks')).body).to.include(`href="${path}"`)
    },
  )

  rule(
    '138.13',
    'a move says its amount back, with both balances after it, and is then recorded once however often it is sent',
    async () => {
      const { say, move, moves, actions } = await openMoney()
      const asked = await say()
      expect(textOf(asked))
        .to.include('Record UGX 50,000 from bank to float MTN disbursement')
        .and.match(/Then in bank UGX 50,000 Then in float MTN disbursement UGX 50,000/)
      expect(asked.body).to.include('name="said" value="UGX 50,000"')
      expect(await moves()).to.deep.equal([])
      const changing = await say({ change: 'yes' })
      expect(changing.body).to.include('value="50,000"').and.include('value="weekly top-up"')
      expect((await move()).headers.location).to.equal(`${path}?done=recorded`)
      const before = (await actions()).length
      expect((await move()).headers.location).to.equal(`${path}?done=standing`)
      expect((await actions()).length).to.equal(before)
      expect((await moves()).map(({ amountMinor, by, because }) => [amountMinor, by, because])).to.deep.equal([
        [50_000n, 'nakato', 'weekly top-up'],
      ])
      expect((await move({ amount: '60,000' })).body).to.include('UGX 60,000')
      expect(await moves()).to.have.length(1)
    },
  )

  rule(
    '138.14',
    'the kind of a move follows from its accounts',
    table(
      ['from', 'to', 'kind'],
      [
        ['bank', 'float:MTN:disbursement', 'top_up'],
        ['bank', 'float:AIRTEL:collection', 'top_up'],
        ['float:MTN:collection', 'bank', 'liquidate'],
        ['float:MTN:collection', 'float:MTN:disbursement', 'adjust'],
        ['bank', 'fees_paid', 'adjust'],
        ['capital', 'bank', 'adjust'],
        ['float:MTN:disbursement', 'suspense', 'adjust'],
      ],
      async (from, to, kind) => {
        const { move, moves, actions } = await openMoney()
        await move({ from, to })
        expect((await moves()).map((one) => [one.kind, one.from, one.to])).to.deep.equal([[kind, from, to]])
        expect((await actions())[0]).to.include({ kind: `float.${kind}`, by: 'nakato' })
      },
    ),
  )

  rule(
    '138.15',
    'a refused move changes nothing, keeps what was typed, and shows the reason',
    table(
      ['field', 'value', 'message'],
      [
        ['amount', '50.000', 'The amount “50.000” can mean'],
        ['amount', '0', 'An amount of UGX must be a whole number above zero'],
        ['currency', 'KES', 'KES is not in the configuration'],
        ['to', 'bank', 'Money must move from one account to another'],
        ['from', 'float:SAFARI', 'Money in UGX can move between: bank, capital'],
        ['reference', 'two\nlines', 'A reference must be 1 to 100 visible ASCII characters'],
        ['because', '', 'explanation'],
        ['password', 'wrong', 'The password is wrong'],
      ],
      async (field, value, message) => {
        const { say, move, moves } = await openMoney()
        const given = { ...(field === 'because' && { from: 'capital' }), [field]: value }
        const shown = await say(given)
        const [, said = ''] = /name="said" value="([^"]*)"/.exec(shown.body) ?? []
        const refused = said === '' ? shown : await move({ ...given, said })
        expect([refused.statusCode, textOf(refused)]).to.satisfy(
          ([status, text]: [number, string]) => status === 422 && text.includes(message),
          textOf(refused),
        )
        const kept = field === 'reference' ? 'weekly top-up' : 'bank-7'
        expect(refused.body).to.include(`value="${kept}"`)
        expect(await moves()).to.deep.equal([])
      },
    ),
  )

  rule('138.16', 'a move above the amount for one person waits for another, who sees it in words', async () => {
    const { okot, move, moves, proposals } = await openMoney(twoAbove(49_999n))
    const { location } = (await move()).headers
    const [number] = await proposals()
    expect(location).to.equal(`/operator/proposals/${number}`)
    expect(await moves()).to.deep.equal([])
    expect(textOf(await okot.get(`/operator/proposals/${number}`)))
      .to.include('Move the operator’s own money')
      .and.include('UGX 50,000')
      .and.include('bank-7')
    await okot.post(`/operator/proposals/${number}/approve`, { password })
    expect((await moves()).map(({ reference, by }) => [reference, by])).to.deep.equal([['bank-7', 'nakato']])
  })

  rule(
    '138.17',
    'operators see the moves, and exactly those who may move money record one',
    table(
      ['role', 'sees', 'records'],
      [
        ['administrator', 200, 303],
        ['finance', 200, 303],
        ['support', 200, 404],
        ['security', 200, 404],
        ['owner', 404, 404],
      ] as const,
      async (role, sees, records) => {
        const { userOf, moves } = await openMoney()
        const user = await userOf(role, `${role}@gateway.example`, role === 'owner' ? undefined : null)
        const shown = await user.get(path)
        expect(shown.statusCode).to.equal(sees)
        expect(shown.body.includes(`action="${path}/move"`)).to.equal(records === 303)
        const { statusCode } = await user.post(`${path}/move`, { ...topUp, said: 'UGX 50,000', password })
        expect([statusCode, (await moves()).length]).to.deep.equal([records, records === 303 ? 1 : 0])
      },
    ),
  )
})
