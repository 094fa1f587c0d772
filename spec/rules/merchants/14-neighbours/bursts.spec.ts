import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { requestScheduler } from '../../../../adapters/http/server/requestScheduler.ts'
import { rule, table } from '../../../rule.ts'
import { busy, sender, turnCount } from './atWork.ts'

describe('14 Neighbours: bursts', () => {
  rule(
    '14.32',
    'once others have sent a request, a sender with many waiting requests begins one in every fourth turn',
    table(
      ['requests of others', 'turns for each'],
      [
        [0, 1],
        [1, 4],
      ],
      async (others, turnsForEach) => {
        const [takeTurns, turn] = [requestScheduler(), turnCount()]
        const begun: number[] = []
        const request = () => void begun.push(turn.count())
        const take = (begin: () => void, key: string) =>
          takeTurns({ socket: new Socket() }, begin, () => sender('n', key))
        take(() => busy(2), 'many')
        for (let nth = 0; nth < others; nth += 1) take(() => undefined, 'other')
        for (let nth = 0; nth < 20; nth += 1) take(request, 'many')
        while (begun.length < 20) await setImmediate()
        turn.end()
        const turns = begun.slice(2).map((at, nth) => at - (begun[nth + 1] ?? 0))
        expect(turns).to.deep.equal(Array(18).fill(turnsForEach))
      },
    ),
  )
})
