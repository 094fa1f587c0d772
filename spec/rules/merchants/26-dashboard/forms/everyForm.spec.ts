// Its dependencies write globals when they are loaded, and mocha would blame the example that loads them first.
import '@simplewebauthn/server'
import { expect } from 'chai'
import { rule, table, test } from '../../../../rule.ts'
import { type Fields, valid, withoutFields, wrong } from './formTable.ts'
import { changesBetween, type FormWorld, openForms } from './formWorld.ts'
import { messageAt, shownForm } from './shownForm.ts'

describe('26 The dashboard: every form', () => {
  let world: FormWorld
  before(async () => {
    world = await openForms()
  })

  test('each form of the pages has a row', () => {
    const judged = new Set([...wrong.map(([form]) => form), ...withoutFields])
    const paths = world.all.filter(({ take }) => take).map(({ path }) => path)
    expect(paths).to.have.all.members([...judged])
  })

  rule(
    '26.46',
    'each form names its wrong field, which has the focus, and keeps the others; nothing is changed',
    table(
      ['form', 'wrong field', 'value'],
      wrong.map(([form, field, value]): [string, string, string] => [form, field, value]),
      async (form, field, value) => {
        const more = wrong.find((one) => one[0] === form && one[1] === field && one[2] === value)?.[3] ?? {}
        const { action, cookie, fields } = await world.filled(form, { ...valid[form], ...more, [field]: value })
        const before = world.contents()
        const { statusCode, body } = await world.send(form, action, cookie, fields)
        expect(changesBetween(before, world.contents())).to.deep.equal([])
        expect(statusCode).to.equal(422)
        const path = action.replace(/\?.*/, '')
        const found = shownForm(body, path)
        if (!found) throw new Error(`the form is not shown again: ${body.replace(/.*<main/s, '')}`)
        const at = found.get(field)?.marks
        expect(at, body.replace(/.*<main/s, '')).to.include({
          'aria-invalid': 'true',
          'aria-describedby': `wrong-${field}`,
          autofocus: '',
        })
        expect(body.match(/aria-invalid/g)).to.have.length(1)
        expect(messageAt(body, field)).to.have.length.above(5)
        expect(keptIn(found, fields)).to.deep.equal(shownOf(found, fields))
      },
    ),
  )

  /** The lines of a batch, which have the corrections when the form is shown again. */
  const corrected = 'carried'

  type Found = NonNullable<ReturnType<typeof shownForm>>

  /** The values that a form has kept, of those that were sent. */
  function keptIn(found: Found, sent: readonly (readonly [string, string])[]): Fields {
    const names = [...new Set(sent.map(([name]) => name))].filter((name) => found.has(name) && name !== corrected)
    return Object.fromEntries(names.map((name) => [name, found.get(name)?.values.join() ?? '']))
  }

  /** The same as they must be: as they were sent, but for secrets. */
  function shownOf(found: Found, sent: readonly (readonly [string, string])[]): Fields {
    const all = new Map<string, string[]>()
    for (const [name, value] of sent)
      if (found.has(name) && name !== corrected) all.set(name, [...(all.get(name) ?? []), value])
    return Object.fromEntries([...all].map(([name, values]) => [name, found.get(name)?.isSecret ? '' : values.join()]))
  }
})
