import { expect } from 'chai'
import { assertInstalled } from '../../fixtures/patroni/tools.ts'
import { test } from '../../rule.ts'

describe('Failover: what it needs', () => {
  test('a machine that lacks a program for a cluster is told what to install', () =>
    expect(() => assertInstalled('/nowhere:/elsewhere')).to.throw(
      /^a cluster for tests needs: apt-get install -y patroni etcd-server .*nftables iproute2 util-linux$/,
    ))
})
