import type { Got } from 'got'
import { answerFrom } from '../../adapters/providers/market/networkTime.ts'
import { lastRun, type Run } from '../../adapters/telemetry/log/killedRun.ts'
import { checkLogRoom } from '../../adapters/telemetry/log/logRoom.ts'
import type { ChannelStatus, Finding } from '../../core/sente.ts'
import type { Settings } from '../settings/settings.ts'
import { storeKind } from '../settings/storeKinds.ts'
import { runMarkPath } from '../start/runMark.ts'

/**
 * The doctor's findings about the server of these settings on this machine, if one runs or was killed, and about its
 * log.
 */
export async function checkServer(settings: Settings, http: Got): Promise<Finding[]> {
  const run = lastRun(runMarkPath(settings))
  if (!run) return [await checkLogRoom(undefined)]
  if (!(await isRunning(run, settings))) return [killed(run), await checkLogRoom(undefined)]
  return [often(run), ...(await checkReadiness(settings, http)), await checkLogRoom(run.pid)]
}

/** A process that this user may not signal runs too. Where process ids may be another's, the claim decides. */
async function isRunning({ pid }: Run, { scheme, databasePath }: Settings): Promise<boolean> {
  try {
    if (pid !== undefined) return process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return true
  }
  return (
    (await storeKind(scheme)
      .isClaimed?.(databasePath)
      ?.catch(() => true)) ?? false
  )
}

const loop = 'docs/operating/incidents/killed-in-a-loop.md'

function killed(run: Run): Finding {
  const found = `${nameOf(run)} was killed, and none is running`
  return { check: 'server', ok: true, found, fix: 'find out why it ended, and start it', runbook: loop }
}

/** A server may be killed once in a quarter of an hour by accident. */
const [oftenMs, oftenKills] = [15 * 60_000, 2]

function often(run: Run): Finding {
  const kills = run.kills.filter((moment) => Date.now() - Date.parse(moment) < oftenMs).length
  const found = `${nameOf(run)} runs`
  if (kills < oftenKills) return { check: 'server', ok: true, found }
  const fix = 'find out why it ends: `journalctl -k`, the limits of the service manager, its own last lines'
  return { check: 'server', ok: true, found: `${found}; killed ${kills} times in 15 minutes`, fix, runbook: loop }
}

function nameOf({ pid, started }: Run): string {
  return `process ${pid ?? 'unknown'}, started ${started ?? 'at an unknown time'},`
}

/** The server's own knowledge: whether it accepts payments, and the networks that it cannot reach. */
async function checkReadiness({ host, port }: Settings, http: Got): Promise<Finding[]> {
  if (port === 0) return []
  const check = 'readiness'
  const url = `http://${addressOf(host)}:${port}/readyz`
  try {
    const { status, headers, body } = await answerFrom(http, url)
    if (status === 200) return [{ check, ok: true, found: 'it accepts payments' }, ...unreachable(body)]
    const found = `it accepts no payments: ${headers['error-code'] ?? status}`
    const fix = 'look at the other findings; if there are none, run sente audit: the database is damaged or was changed'
    return [{ check, ok: false, found, fix, runbook: 'docs/operating/incidents/README.md' }]
  } catch (error) {
    const found = `${url} does not answer: ${error instanceof Error ? error.message : String(error)}`
    return [{ check, ok: false, found, fix: 'read its last lines', runbook: loop }]
  }
}

/** A server that listens on every address is asked on this machine's own. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The networks that the server could not reach, whatever this machine finds. */
function unreachable(body: unknown): Finding[] {
  const { data } = body as { data?: { networks?: readonly ChannelStatus[] } }
  return (data?.networks ?? [])
    .filter(({ state }) => state === 'unreachable')
    .map(({ network, currency, kind }) => ({
      check: `${network}: ${kind}s in ${currency}`,
      ok: true,
      found: 'the last ten could not be sent or were not answered',
      fix: 'ask the network; nothing needs to be stopped',
      runbook: 'docs/operating/incidents/network-down.md',
    }))
}
