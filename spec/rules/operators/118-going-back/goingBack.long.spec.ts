import { expect } from 'chai'
import { oneOf } from '../../../night.ts'
import { goBack, type Turn, type Way } from '../../../postgres/goingBack/goingBack.ts'
import { rule } from '../../../rule.ts'

const running = (way: Way, opened: number): Turn => ({ way, opened, underRunningNodes: true })
const startedAfter = (way: Way, opened: number): Turn => ({ way, opened, underRunningNodes: false })

describe('118 A database that goes back', () => {
  async function nothingIsWrong(nodes: number, turns: readonly Turn[]) {
    const { problems, figures, operations } = await goBack(nodes, turns)
    expect(problems).to.deep.equal([])
    expect(figures.forgotten, 'forgotten').to.be.greaterThan(0)
    expect(operations.get('link')?.executed, 'paid through links').to.be.greaterThan(0)
  }

  rule(
    '118.1',
    'when the database goes back under load, nothing is paid twice, and no merchant gets a false answer',
    oneOf({
      'one node, a copy put in its place, then a standby that lagged': () =>
        nothingIsWrong(1, [running('restored', 3), running('lagging', 20)]),
      'three nodes, a recovery to a point in time, then two primaries at once': () =>
        nothingIsWrong(3, [running('recovered', 10), running('divided', 10)]),
    }),
  )

  rule(
    '118.2',
    'a node that starts after the database went back pays nothing twice either, because of its own file',
    () =>
      nothingIsWrong(
        1,
        Object.values(oneOf({ restored: startedAfter('restored', 10), lagging: startedAfter('lagging', 10) })),
      ),
  )
})
