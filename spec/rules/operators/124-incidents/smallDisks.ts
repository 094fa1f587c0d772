import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { disks } from '../../../attacks/diskAndClock/processes/fullDisk.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { type Processes, program, type Ran } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'

const mounting =
  'mount -t tmpfs -o size=24m none "$1" && mount -t tmpfs -o size=1m none "$2" && log="$2/log" && shift 2 && exec "$@" > "$log"'

/** Serves live with the database and the log each on a small disk of its own, visible only to the processes there. */
export async function smallDisks(processes: Processes, live: Record<string, string>) {
  const folders = { data: join(processes.folder, 'data'), logs: join(processes.folder, 'logs') }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const url = Promise.resolve(`http://127.0.0.1:${port}`)
  const env = { ...live, PORT: String(port), DATABASE_URL: `sqlite:${join(folders.data, 'live.db')}` }
  const mounted = ['unshare', '-rm', 'sh', '-c', mounting, 'sh', folders.data, folders.logs]
  const { child } = processes.serve(env, [...mounted, 'node', program, 'serve'])
  const inside = (path: string) => join('/proc', String(child.pid), 'root', path)
  const isUp = async () => (await fetch(`${await url}/readyz`).catch(() => undefined))?.status === 200
  await reached('it is ready', isUp)

  async function sente(args: readonly string[]): Promise<Ran> {
    const entering = ['nsenter', '-t', String(child.pid), '-U', '-m', '--preserve-credentials']
    const ran = processes.serve(env, [...entering, 'node', program, ...args])
    return { code: await ran.ended, stdout: ran.stdout(), stderr: ran.stderr() }
  }

  return {
    url,
    sente,
    data: disks(inside(folders.data), '').small,
    logs: disks(inside(folders.logs), '').small,
    log: () => readFileSync(inside(join(folders.logs, 'log')), 'utf8'),
  }
}
