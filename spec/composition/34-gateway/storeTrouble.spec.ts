import { expect } from 'chai'
import { followUpWhileWritable } from '../../../composition/runtime/storeTrouble.ts'
import { rule } from '../../rule.ts'

/** A follow-up over a store that is in trouble or not, and what it was asked to do. */
function openTrouble() {
  const done: string[] = []
  let isTroubled = false
  const followUp = followUpWhileWritable(
    {
      resume: async () => {},
      async sweep() {
        done.push('sweep')
        return 0
      },
      async hint(id) {
        done.push(id)
      },
    },
    { isTroubled: () => isTroubled, isReady: async () => !isTroubled },
  )
  return {
    ...followUp,
    done,
    trouble(is: boolean) {
      isTroubled = is
    },
  }
}

describe('34 Payments through the gateway: a database that can’t be written', () => {
  rule('34.20', 'while the database cannot be written no network is asked, and a hint waits until it can', async () => {
    const { sweep, hint, done, trouble } = openTrouble()
    trouble(true)
    await Promise.all([hint('one'), sweep(), hint('other'), hint('one')])
    expect(done).to.deep.equal([])
    trouble(false)
    await sweep()
    await sweep()
    expect(done).to.have.members(['one', 'other', 'sweep', 'sweep'])
    await hint('third')
    expect(done.at(-1)).to.equal('third')
  })
})
