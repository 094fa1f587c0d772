import { expect } from 'chai'
import { closeApis } from '../../../fixtures/http/api.ts'
import { password } from '../../../fixtures/http/dashboard.ts'
import { visits } from '../../../fixtures/http/visit.ts'
import { rule, table } from '../../../rule.ts'
import { openDesk, twoAbove } from './desk.ts'

describe('135 Decisions at the desk: in two browsers', function () {
  this.timeout(180_000)
  const visit = visits()
  after(closeApis)

  rule(
    '135.24',
    'two operators end a payment in two browsers, with a script and without, on a phone and on a desk',
    table(
      ['script', 'width', 'colours'],
      [
        [true, 1280, 'light'],
        [false, 360, 'dark'],
      ] as const,
      async (script, width, colours) => {
        const { origin, nakato, okot, inDoubt, payment, balance } = await openDesk(twoAbove(9_999n))
        const [id] = await inDoubt(10_000)
        const one = await visit(origin, { script, width, colours }, nakato.cookie)
        await one.page.goto(`${origin}/operator/`)
        await one.look('Overview')
        await one.page.getByRole('link', { name: 'Decide about several' }).click()
        await one.look('Decide about several')
        await one.page.getByRole('link', { name: 'doubt-1' }).click()
        await one.look(/UGX 10,000/)
        const form = one.page.getByRole('form', { name: 'Decide how it ended' })
        await form.getByLabel('failed').check()
        await form.getByLabel('Why').fill('the portal of MTN does not have it, ticket 4711')
        await form.getByLabel('Password').fill(password)
        await form.getByRole('button', { name: 'Decide' }).click()
        await one.page.getByText('it takes two people').waitFor()
        await one.page.getByRole('link', { name: 'Look at it' }).click()
        await one.look(/^Proposal/)
        await one.page.getByText('You have proposed it').waitFor()
        expect((await payment(id)).state).to.equal('pending')

        const other = await visit(origin, { script, width, colours }, okot.cookie)
        await other.page.goto(`${origin}/operator/`)
        await other.page.getByRole('link', { name: 'Proposals' }).first().click()
        await other.look('Proposals')
        await other.page.getByRole('link', { name: 'End a payment' }).click()
        await other.look(/^Proposal/)
        await other.page.getByLabel('Your password').fill(password)
        await other.page.getByRole('button', { name: 'Approve' }).click()
        await other.page.getByText('Approved: the change is made.').waitFor()
        await other.look(/^Proposal/)
        expect((await payment(id)).state).to.equal('failed')
        expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
        expect([...one.faults, ...other.faults]).to.deep.equal([])
        await Promise.all([one.close(), other.close()])
      },
    ),
  )
})
