import { expect } from 'chai'
import { assertInstalled } from '../../fixtures/patroni/tools.ts'
import { rule } from '../../rule.ts'

describe('47 Failover: what it needs', () => {
  rule('47.5', 'a machine that lacks a program for this chapter is told what to install', () =>
    expect(() => assertInstalled('/nowhere:/elsewhere')).to.throw(
      /^a cluster for tests needs: apt-get install -y patroni etcd-server .*nftables iproute2 util-linux$/,
    ),
  )
})
