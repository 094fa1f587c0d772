import { type FileRow, type ForgottenPayment, isRefusal, recordEntry } from '../../../../core/sente.ts'
import { openActions } from '../126-actions/changes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000

/** The number of the payments that are not in the books. */
export const number = '256770000009'

/** A core with an account that has UGX 100,000, and comparisons of files with its books. */
export async function openForgetful(store: Parameters<typeof openActions>[0] = {}) {
  const at = await openActions(store)
  const { compare } = await openWorld(at.ports)
  const nowMs = at.clock.nowMs()
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: nowMs - hourMs }))
  /** A row of a payment that is not in the books. */
  const row = (line = 2, change: Partial<FileRow> = {}) => rowOf(template, line, { phoneNumber: number, ...change })
  const compared = async (...rows: FileRow[]) => {
    const { run } = await compare(rows, { fromMs: nowMs - 2 * hourMs, toMs: nowMs })
    return run.id
  }
  /** Records an entry of a run; resolves with the transaction, or the code of the refusal. */
  const record = async (runId: string, change: Partial<ForgottenPayment> = {}) => {
    const request = { runId, item: 2, accountId: at.accountId, reference: 'order-7', ...change, ...at.who }
    const done = await recordEntry(at.ports)(request)
    return isRefusal(done) ? done : done.transaction
  }
  const codeOf = async (...asked: Parameters<typeof record>) => {
    const done = await record(...asked)
    return 'refused' in done ? done.refused : done.id
  }
  return { ...at, row, compared, record, codeOf }
}
