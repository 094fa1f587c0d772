import { minuteMs } from '../../../fixtures/core.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { until } from '../../../fixtures/until.ts'
import { written } from '../120-reconciliation/withFile.ts'
import { headings, ugandanPayout } from '../120-reconciliation/writtenFiles.ts'

/** The page of comparisons. */
export const path = '/operator/comparisons'

/** Operators, an open payout in doubt, and a file of MTN's that has it and another one as paid. */
export async function openFiles() {
  const desk = await openTwoOperators()
  const { nakato, okot, origin, ports, clock, inDoubt, payment } = desk
  const [id] = await inDoubt(2_000)
  await Promise.all([nakato, okot].map(({ get }) => get('/me')))
  const { createdAtMs, phoneNumber } = await payment(id)
  clock.forwardMs(15 * minuteMs)
  await Promise.all([nakato, okot].map(({ get }) => get('/me')))
  const time = written(createdAtMs)
  const lines = [
    headings.mtnUganda,
    ugandanPayout(time, '2000', phoneNumber),
    ugandanPayout(time, '7000', '256770000009'),
  ]
  const usual = {
    network: 'MTN',
    from: new Date(createdAtMs - 60 * minuteMs).toISOString(),
    to: new Date(clock.nowMs()).toISOString(),
  }
  /** Uploads a file; resolves with the answer. */
  async function upload(
    content: string | undefined,
    terms: Record<string, string> = {},
    { cookie = nakato.cookie, own, to = path }: { cookie?: string; own?: string | undefined; to?: string } = {},
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...usual, ...terms })) form.set(name, value)
    // Browsers send a part without a name for a file that was not chosen.
    form.set('file', content === undefined ? new File([], '') : new File([content], 'march.csv'))
    form.set('own_profile', own === undefined ? new File([], '') : new File([own], 'ours.json'))
    const headers = { 'sec-fetch-site': 'same-origin', cookie }
    const answer = await fetch(`${origin}${to}/check`, { method: 'POST', body: form, headers, redirect: 'manual' })
    return { statusCode: answer.status, body: await answer.text(), to: answer.headers.get('location') ?? '' }
  }
  /** The page of a file once nothing is under way. */
  async function ended(to: string) {
    await until(async () => !(await nakato.get(to)).body.includes('http-equiv="refresh"'))
    return nakato.get(to)
  }
  /** Uploads a file, and waits for its check. */
  async function checked(content = `${lines.join('\n')}\n`, terms: Record<string, string> = {}, own?: string) {
    const { to } = await upload(content, terms, { own })
    return { at: to, page: await ended(to) }
  }
  const runs = async () => (await ports.reconciliations.runs({ limit: 9 })).filter((run) => run.ended)
  const exceptions = () => ports.reconciliations.findExceptions({ isOpen: true, limit: 9 })
  return { ...desk, id, lines, createdAtMs, phoneNumber, upload, ended, checked, runs, exceptions }
}
