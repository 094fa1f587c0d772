import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { makeSchema, onServer } from '../../../fixtures/postgres/postgres.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'

describe('115 PostgreSQL: a quarantine begun by a node', () => {
  rule(
    '115.28',
    'a node that misses transactions in its database says so at once, and refuses payments until an operator ends the quarantine',
    async () => {
      const processes = openProcesses()
      const { path, drop } = await makeSchema()
      try {
        const live = { ...(await processes.startNetworks()), DATABASE_URL: `postgres:${path}` }
        const node = processes.serve(live)
        const url = await node.url
        const account = await processes.openAccount(live)
        expect((await pay(node, account, { reference: 'a' })).status).to.equal(201)
        expect(node.stdout()).to.include('no high-water mark was found')
        await onServer(path, 'DELETE FROM batches')
        await onServer(
          path,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'sente %'",
        )
        while (!node.stdout().includes('"msg":"quarantined:')) await setTimeout(50)
        expect((await pay(node, account, { reference: 'b' })).status).to.equal(503)
        expect((await fetch(`${url}/readyz`)).headers.get('Error-Code')).to.equal('quarantined')
        const shown = JSON.parse((await processes.sente(['quarantine', 'show', '--json'], live)).stdout)
        expect(JSON.stringify(shown))
          .to.include('"why":"behind_mark"')
          .and.to.match(/"reached_before":\{"transaction_id":"/)
        await processes.sente(['quarantine', 'end', '--because', 'compared'], live)
        expect((await pay(node, account, { reference: 'b' })).status).to.equal(201)
      } finally {
        await processes.close()
        await drop()
      }
    },
  )
})
