import { expect } from 'chai'
import { assertInstalled } from '../../fixtures/patroni/tools.ts'
import { test } from '../../rule.ts'

describe('Failover: the tools', () => {
  test('the error about a missing program for a cluster names the package to install', () =>
    expect(() => assertInstalled('/nowhere:/elsewhere')).to.throw(
      /^a cluster for tests needs: apt-get install -y patroni etcd-server .*nftables iproute2 util-linux$/,
    ))
})
