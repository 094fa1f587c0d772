import { expect } from 'chai'
import { password } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { oneOf } from '../../../night.ts'
import { rule, table } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'

type View = readonly [script: boolean, width: 1280 | 360, colours: 'dark' | 'light']

describe('135 Decisions on the operators’ pages: in two browsers', () => {
  const visit = inBrowser()
  rule(
    '135.24',
    'two operators end a payment in two browsers by keyboard only, with a script and without, on a phone and on a desktop',
    table<View>(
      ['script', 'width', 'colours'],
      Object.values(oneOf<View>({ desktop: [true, 1280, 'light'], phone: [false, 360, 'dark'] })),
      async (script, width, colours) => {
        const { origin, nakato, okot, inDoubt, payment, balance } = await openTwoOperators(twoAbove(9_999n))
        const [id] = await inDoubt(10_000)
        const one = await visit(origin, { script, width, colours }, nakato.cookie)
        await one.page.goto(`${origin}/operator/`)
        await one.look('Overview')
        await one.keys.enter('Decide about several')
        await one.look('Decide about several')
        await one.keys.enter('doubt-1')
        await one.look(/UGX 10,000/)
        await one.keys.tabTo('end')
        await one.keys.press('ArrowDown')
        await one.keys.tabTo('because', 'the portal of MTN does not have it, ticket 4711')
        await one.keys.tabTo('password', password)
        await one.keys.enter('Decide')
        await one.page.getByText('two people are needed').waitFor()
        await one.keys.enter('Look at it')
        await one.look(/^Proposal/)
        await one.page.getByText('You have proposed it').waitFor()
        expect((await payment(id)).state).to.equal('pending')

        const other = await visit(origin, { script, width, colours }, okot.cookie)
        await other.page.goto(`${origin}/operator/`)
        await other.keys.enter(/^Proposals/)
        await other.look('Proposals')
        await other.keys.enter(/End a payment/)
        await other.look(/^Proposal/)
        await other.keys.tabTo('password', password)
        await other.keys.enter('Approve')
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
