import { expect } from 'chai'
import { rule } from '../../../../rule.ts'
import { openCommandLine } from '../commandLine.ts'
import { attempted, openWithEvents } from './withEndpoint.ts'

const minuteMs = 60_000

describe('104 The command line: webhook endpoints that fail', () => {
  rule('104.87', 'a command lists the endpoints of all accounts that accept no events', {
    async 'as JSON'() {
      const line = await openWithEvents()
      expect((await line.json('webhook', 'list', '--failing')).json).to.deep.equal({ webhook_endpoints: [] })
      await attempted(line, 90 * minuteMs)
      const { code, json } = await line.json('webhook', 'list', '--failing')
      expect([code, json.webhook_endpoints.length]).to.deep.equal([0, 1])
      const failing = { endpoint_id: line.endpoint, account_id: line.id, failing_seconds: 5_400 }
      expect(json.webhook_endpoints[0]).to.include(failing)
    },
    async 'as text'() {
      const line = await openWithEvents()
      expect((await line.sente('webhook', 'list', '--failing')).out).to.equal('No endpoint fails.\n')
      await attempted(line, 90 * minuteMs)
      const { out } = await line.sente('webhook', 'list', '--failing')
      expect(out.split('\n')[1]).to.match(new RegExp(`^${line.id} +${line.endpoint} +90 minutes +yes +https://`))
    },
    async 'with an account as well, or without both'() {
      const { sente, id } = await openCommandLine()
      for (const words of [
        ['webhook', 'list'],
        ['webhook', 'list', id, '--failing'],
      ]) {
        const { code, err } = await sente(...words)
        expect(code).to.equal(2)
        expect(err).to.include(
          'name an account, or --failing for the endpoints of all accounts that accept no events\n',
        )
      }
    },
  })

  rule('104.88', 'a command delivers all events from a sequence on once more to one endpoint', {
    async 'as JSON'() {
      const line = await openWithEvents()
      await attempted(line, null)
      const { code, json } = await line.json('webhook', 'redeliver', line.endpoint, '--from', '1')
      expect(code).to.equal(0)
      expect(json).to.include({ endpoint_id: line.endpoint, events: 3 })
    },
    async 'as text, also for one that is switched off'() {
      const { sente, id, endpoint } = await openWithEvents()
      const redeliver = async (from: string) => (await sente('webhook', 'redeliver', endpoint, '--from', from)).out
      expect(await redeliver('2')).to.equal('The server delivers 2 events to it.\n')
      await sente('webhook', 'set', id, endpoint, '--enabled', 'off')
      expect(await redeliver('1')).to.equal('The server delivers 3 events to it once it is switched on.\n')
    },
    async 'an endpoint that there is not'() {
      const { json, id } = await openCommandLine()
      const refused = await json('webhook', 'redeliver', id, '--from', '1')
      const message = `There is no webhook endpoint ${id}`
      expect(refused).to.deep.equal({ code: 1, json: { error: { code: 'endpoint_not_found', message } } })
    },
    async 'with an event as well, or without both'() {
      const { sente, id } = await openCommandLine()
      for (const words of [[id], [id, '1', '--from', '1']]) {
        const { code, err } = await sente('webhook', 'redeliver', ...words)
        expect(code).to.equal(2)
        expect(err).to.include('name an event of an account, or an endpoint and --from\n')
      }
    },
  })
})
