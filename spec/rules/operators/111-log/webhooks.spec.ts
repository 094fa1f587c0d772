import { expect } from 'chai'
import { pino } from 'pino'
import { failingEndpointsInto } from '../../../../adapters/telemetry/log/failingEndpoints.ts'
import { listFailingEndpoints } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { attempted, openWithEvents } from '../104-command-line/webhooks/withEndpoint.ts'

const minuteMs = 60_000

describe('111 The log of requests: endpoints that fail', () => {
  rule(
    '111.13',
    'an endpoint that has failed for five minutes is one warning with the command that shows the reason, and one line when it works again',
    async () => {
      const lines: Record<string, unknown>[] = []
      const log = pino({}, { write: (text: string) => void lines.push(JSON.parse(text)) })
      const line = await openWithEvents()
      const look = failingEndpointsInto(log, listFailingEndpoints(line.store))
      await attempted(line, 5 * minuteMs - 1)
      await look()
      expect(lines).to.have.length(0)
      line.clock.forwardMs(1)
      for (let times = 0; times < 3; times += 1) await look()
      expect(lines).to.have.length(1)
      expect(lines[0]).to.include({ level: 40, account_id: line.id, endpoint_id: line.endpoint, failing_s: 300 })
      expect(lines[0]?.msg).to.include(`sente webhook show ${line.id} ${line.endpoint}`)
      await attempted(line, null)
      for (let times = 0; times < 3; times += 1) await look()
      expect(lines).to.have.length(2)
      expect(lines[1]).to.include({ level: 30, endpoint_id: line.endpoint })
    },
  )
})
