import { expect } from 'chai'
import { type Cluster, openCluster } from '../../../fixtures/patroni/cluster.ts'
import { oneOf, times } from '../../../night.ts'
import { type FailureName, openRehearsals, type Rehearsals } from '../../../postgres/failover/rehearsal.ts'
import { rule } from '../../../rule.ts'

describe('117 Failover', () => {
  let cluster: Cluster
  let rehearsals: Rehearsals
  before(() => open(2))
  after(async () => {
    await rehearsals?.close()
    await cluster?.close()
  })

  /**
   * Starts a cluster, and nodes over it. It begins again if that fails: on a busy machine a cluster may change its
   * primary while the nodes start, which no example is about.
   */
  async function open(triesLeft: number): Promise<void> {
    try {
      cluster = await openCluster()
      rehearsals = await openRehearsals(cluster)
    } catch (error) {
      await cluster?.close()
      if (triesLeft === 0) throw error
      await open(triesLeft - 1)
    }
  }

  async function nothingIsWrongAfter(failure: FailureName) {
    expect((await rehearsals.rehearse(failure, times({ night: 100, day: 30 }))).problems).to.deep.equal([])
  }

  rule('117.1', 'when the machine of the primary is killed under load, no answered payment is lost or paid twice', () =>
    nothingIsWrongAfter('kill'),
  )

  rule('117.2', 'when another server becomes the primary under load, no answered payment is lost or paid twice', () =>
    nothingIsWrongAfter('switchover'),
  )

  rule(
    '117.3',
    'when the primary falls silent under load, no answered payment is lost or paid twice',
    oneOf({
      'to all': () => nothingIsWrongAfter('silence'),
      'to the other machines of its cluster only': () => nothingIsWrongAfter('cut-off'),
    }),
  )

  rule('117.4', 'payments wait for a standby that is silent for a while, and none is lost or paid twice', () =>
    nothingIsWrongAfter('standby-pause'),
  )
})
