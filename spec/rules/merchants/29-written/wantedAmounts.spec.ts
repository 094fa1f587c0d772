import { expect } from 'chai'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('29 What people write: the amounts of a list', () => {
  const references = ['fees-1', 'fees-2', 'fees-3', 'rent-1'] as const

  /** An owner with four payments. */
  async function openList() {
    const { userOf, pay } = await openDashboard()
    const { get } = await userOf()
    const { id } = await pay('succeeds', { reference: 'fees-1', amount: 500 })
    await pay('succeeds', { reference: 'fees-2', amount: 1_500, phoneNumber: '256770000500' })
    await pay('accepts', { reference: 'fees-3', amount: 5_000 })
    await pay('succeeds', { reference: 'rent-1', amount: 5_000 })
    const shown = async (query: string) => {
      const { body } = await get(`/dashboard/transactions?${query}`)
      return references.filter((reference) => body.includes(`>${reference}<`)).join(' ')
    }
    return { get, shown, id }
  }

  rule('29.14', 'a list of payments is filtered by an amount, or two with a sign between them, beside other filters', {
    '': table(
      ['filter', 'found'],
      [
        ['amount=500', 'fees-1'],
        ['amount=499', ''],
        ['amount=UGX%205,000', 'fees-3 rent-1'],
        ['amount=1,000-5,000/=', 'fees-2 fees-3 rent-1'],
        ['amount=1,501-4,999', ''],
        ['amount=5000&state=succeeded', 'rent-1'],
        ['amount=5000&text=fees', 'fees-3'],
        ['amount=5000&text=fees-2', ''],
        ['amount=500-1500&text=500', 'fees-1 fees-2'],
        ['amount=1500&text=500', 'fees-2'],
        ['amount=1-4000&text=1000-5000', 'fees-2'],
        ['amount=1-999&text=1000-5000', ''],
        ['amount=&text=rent', 'rent-1'],
      ],
      async (query, found) => {
        const { shown } = await openList()
        expect(await shown(query)).to.equal(found)
      },
    ),
    'beside an id': async () => {
      const { shown, id } = await openList()
      expect(await shown(`text=${id}&amount=500&state=succeeded`)).to.equal('fees-1')
      expect(await shown(`text=${id}&amount=501`)).to.equal('')
      expect(await shown(`text=${id}&state=failed`)).to.equal('')
    },
    'the totals and the file have the same payments': async () => {
      const { get } = await openList()
      const text = textOf(await get('/dashboard/transactions?amount=1,000-5,000&totals=1'))
      expect(text).to.include('sent succeeded 2 UGX 6,500').and.include('sent open 1 UGX 5,000')
      const { body } = await get('/dashboard/transactions.csv?amount=1,000-5,000')
      expect(body.trim().split('\r\n')).to.have.length(4)
      expect(body).not.to.include('fees-1')
    },
    'a wrong one finds nothing, and gets a message at its field, with its text': table(
      ['amount', 'message'],
      [
        ['five', '“five” is not an amount such as 5,000, or two such as 1,000–5,000'],
        ['1-2-3', '“1-2-3” is not an amount such as'],
        ['KES 500', 'The amount “KES 500” is not an amount in UGX'],
        ['500.000', 'The amount “500.000” can mean UGX 500000 or 500'],
        ['1-500.000', 'The amount “500.000” can mean UGX 500000 or 500'],
        ['5000-1000', '“5000-1000” begins with the larger amount'],
      ],
      async (amount, message) => {
        const { get } = await openList()
        const answer = await get(`/dashboard/transactions?totals=1&${new URLSearchParams({ amount })}`)
        expect(answer.statusCode).to.equal(422)
        expect(answer.body).to.include(`<small class="bad" id="wrong-amount">${message}`)
        expect(answer.body).to.match(
          new RegExp(
            `<input name="amount"[^>]* value="${amount}"[^>]* aria-invalid="true" aria-describedby="wrong-amount"`,
          ),
        )
        expect(answer.body).not.to.include('fees-1')
        const file = await get(`/dashboard/transactions.csv?${new URLSearchParams({ amount })}`)
        expect(file.statusCode).to.equal(422)
      },
    ),
    'of all accounts only open ones, and those that need attention': async () => {
      const { nakato, inDoubt, pay, account } = await openTwoOperators()
      await inDoubt(700)
      await pay('accepts', { reference: 'open-1', amount: 700 })
      await pay('succeeds', { reference: 'wages-1', amount: 700, phoneNumber: '256770000123' })
      const found = async (query: string) => {
        const { statusCode, body } = await nakato.get(`/operator/payments?amount=700${query}`)
        const shown = ['doubt-1', 'open-1', 'wages-1'].filter((reference) => body.includes(`>${reference}<`)).join(' ')
        return { statusCode, shown, isWrong: body.includes('<small class="bad" id="wrong-amount">') }
      }
      const ok = (shown: string) => ({ statusCode: 200, shown, isWrong: false })
      for (const query of ['', '&state=succeeded'])
        expect(await found(query)).to.deep.equal({ statusCode: 422, shown: '', isWrong: true })
      expect(await found(`&account=${account.id}`)).to.deep.equal(ok('doubt-1 open-1 wages-1'))
      expect(await found('&attention=yes')).to.deep.equal(ok('doubt-1'))
      expect(await found('&state=open')).to.deep.equal(ok('doubt-1 open-1'))
      expect(await found('&text=0770000123')).to.deep.equal(ok('wages-1'))
      expect(await found('&text=wages-1')).to.deep.equal(ok('wages-1'))
      const several = await nakato.get('/operator/attention?amount=700-800')
      expect(several.body).to.include('>doubt-1<').and.not.include('>open-1<')
      expect((await nakato.get('/operator/attention?amount=701')).body).not.to.include('>doubt-1<')
    },
  })
})
