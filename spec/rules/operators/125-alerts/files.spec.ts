import { existsSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect } from 'chai'
import { definitions } from '../../../../adapters/telemetry/metrics/definitions.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { isKnown } from '../../../house/pages/knownCommand.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'
import { promtool, rulesFile } from './promtool.ts'

type Alert = { readonly name: string; readonly severity: string; readonly command: string; readonly runbook: string }

/** The alerts of the shipped file. */
const alerts: readonly Alert[] = textOf('ops/alerts.yml')
  .split('      - alert: ')
  .slice(1)
  .map((text) => {
    const field = (name: string) => new RegExp(`${name}: (.*?)(?: \\}|)$`, 'm').exec(text)?.[1] ?? ''
    const [name = ''] = text.split('\n')
    return { name, severity: field('severity'), command: field('command'), runbook: field('runbook') }
  })

/** A command as the page shows it. */
const shown = (command: string) => command.replace(/\{\{ \$labels\.network \}\}/, 'NETWORK')

/** The questions to Prometheus of the dashboard. */
const questions: readonly string[] = (JSON.parse(textOf('ops/grafana.json')) as Dashboard).panels.flatMap(
  ({ targets = [] }) => targets.map(({ expr }) => expr),
)

type Dashboard = { readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[] }

describe('125 Alerts: the files', () => {
  rule('125.1', 'each alert has a severity, the command to run next, and the page with the steps', {
    'in the file': async () => {
      expect(alerts).to.have.length.above(15)
      for (const { name, severity, command, runbook } of alerts) {
        expect(severity, name).to.match(/^(critical|warning)$/)
        expect(existsSync(join(projectFolder, runbook)), `${name}: ${runbook}`).to.equal(true)
        const commands = command.split('; ').filter((one) => one.startsWith('sente '))
        for (const one of commands) expect(await isKnown(shown(one).slice('sente '.length)), one).to.equal(true)
        expect(commands.length > 0 || command.endsWith(', on that machine'), `${name}: ${command}`).to.equal(true)
      }
    },
    'on the page': () => {
      const rows = textOf('docs/operating/alerts.md').matchAll(
        /^\| `(Sente\w+)` \| (\w+) \| .* \| `(.*)` \| \[.*\]\((.*)\) \|$/gm,
      )
      const listed = [...rows].map(([, name, severity, command, page]) => [name, severity, command, page])
      const shipped = alerts.map(({ name, severity, command, runbook }) => {
        return [name, severity, shown(command), posix.relative('docs/operating', runbook)]
      })
      expect(listed).to.deep.equal(shipped)
    },
  })

  rule('125.2', 'the alerts and every query of the dashboard are valid, and use only metrics that exist', {
    alerts: async () => expect(await promtool('check', 'rules', rulesFile)).to.include('SUCCESS'),
    'the dashboard': () =>
      inFolder(async ({ path }) => {
        expect(questions).to.have.length.above(20)
        const rules = questions.map((expr, index) => ({ record: `asked:${index}`, expr }))
        const file = join(path, 'dashboard.yml')
        writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
        expect(await promtool('check', 'rules', file)).to.include(`${questions.length} rules found`)
      }),
    metrics: () => {
      const text = textOf('ops/alerts.yml')
      const recorded = [...text.matchAll(/- record: (\S+)/g)].map(([, name]) => name)
      const asked = `${text}\n${questions.join('\n')}`.matchAll(/\b((?:sente|http_server|process)[_:][a-z0-9_:]+)\b/g)
      const unknown = [...asked]
        .map(([, name = '']) => name)
        .filter((name) => {
          const metric = name.replace(/_(bucket|sum|count)$/, '')
          return !(metric in definitions) && !recorded.includes(name)
        })
      expect([...new Set(unknown)]).to.deep.equal([])
    },
  })
})
