// Its dependencies write globals when they are loaded, and mocha would blame the example that loads them first.
import '@simplewebauthn/server'
import { expect } from 'chai'
import { rule, table, test } from '../../../../rule.ts'
import { again, valid, working } from './formTable.ts'
import { changesBetween, type FormWorld, openForms } from './formWorld.ts'

describe('26 The dashboard: forms that are sent twice', () => {
  let world: FormWorld
  before(async () => {
    world = await openForms()
  })

  test('each form of the pages has a row, or a reason why it has none', () => {
    const judged = new Set([...working.map(([form]) => form), ...Object.keys(again)])
    const paths = world.all.filter(({ take }) => take).map(({ path }) => path)
    expect(paths).to.have.all.members([...judged])
  })

  rule(
    '26.47',
    'a form that is sent twice does its work once, and a reload of its result does nothing',
    table(
      ['form', 'values'],
      working.map(([form, more = {}]): [string, string] => [form, `${new URLSearchParams(more)}`]),
      async (form, more) => {
        const { action, cookie, fields } = await world.filled(form, {
          ...valid[form],
          ...Object.fromEntries(new URLSearchParams(more)),
        })
        const before = world.contents()
        const [first, second] = await Promise.all([0, 1].map(() => world.send(form, action, cookie, fields)))
        const statuses = [first?.statusCode, second?.statusCode]
        await world.settled()
        const after = world.contents()
        expect(statuses.filter((status = 500) => status >= 500)).to.deep.equal([])
        expect(changesBetween(before, after), first?.body.replace(/.*<main/s, '')).not.to.deep.equal([])
        await world.send(form, action, cookie, fields)
        const place = [first, second].find((one) => one?.headers.location)?.headers.location
        if (place) await world.ask(place.slice(1), { headers: { cookie } })
        await world.settled()
        expect(changesBetween(after, world.contents())).to.deep.equal([])
      },
    ),
  )
})
