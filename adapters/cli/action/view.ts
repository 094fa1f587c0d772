import { type Action, type ActionPage, type Calendar, type Facts, listActions } from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { readable, table } from '../output/output.ts'

/** An action as JSON. */
export function actionJson({ number, atMs, by, approvedBy, accountId, ...action }: Action) {
  const { kind, subject, before, after, because, proposal, previous } = action
  return {
    number,
    at: utc(atMs),
    by,
    approved_by: approvedBy,
    kind,
    account_id: accountId,
    subject,
    before,
    after,
    because,
    proposal,
    previous_hash: previous,
  }
}

/** Actions as a table, with the times of a calendar. */
export function actionTable(actions: readonly Action[], days: Calendar): string {
  const rows = actions.map(({ number, atMs, by, approvedBy, kind, subject, before, after, because, proposal }) => ({
    No: `${number}`,
    At: local(atMs, days),
    By: readable(approvedBy === null ? by : `${by}, approved by ${approvedBy}`),
    What: proposal === null ? kind : `${kind} (proposal ${proposal})`,
    About: readable(subject),
    Change: readable(changeText(before, after)),
    Because: readable(because ?? ''),
  }))
  return table(['No', 'At', 'By', 'What', 'About', 'Change', 'Because'], rows, ['No'])
}

/** A page of actions. */
export function actionsAnswer({ actions, next }: ActionPage, days: Calendar): CommandAnswer {
  const more = next === null ? '' : `\nThere are more: repeat the command with --before ${next}\n`
  const text = actions.length === 0 ? 'No actions found.\n' : actionTable(actions, days) + more
  return { json: { actions: actions.map(actionJson), next }, text }
}

/** The changes, name by name: `kyc incomplete > complete`. */
function changeText(before: Facts | null, after: Facts | null): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return names
    .map((name) => {
      const [was, is] = [before?.[name], after?.[name]]
      if (was === undefined || is === undefined) return `${name} ${text(was ?? is)}${is === undefined ? ' ended' : ''}`
      return text(was) === text(is) ? `${name} ${text(is)}` : `${name} ${text(was)} > ${text(is)}`
    })
    .join(', ')
}

/** How many of the latest actions a history shows at most. */
const historyLength = 100

/** An answer about an account, with the operators' actions on it or, of these kinds, on its keys. */
export async function withHistory(
  answer: CommandAnswer,
  { store, accountId, kinds }: { readonly store: CliStore; readonly accountId: string; readonly kinds?: RegExp },
): Promise<CommandAnswer> {
  const { actions } = await listActions(store)({ accountId, limit: 1_000 })
  const shown = actions.filter(({ kind }) => kinds?.test(kind) ?? true).slice(0, historyLength)
  const history = shown.length === 0 ? 'Nothing is recorded about it.\n' : actionTable(shown, todayOf(store).days)
  return { ...answer, json: { ...answer.json, history: shown.map(actionJson) }, text: `${answer.text}\n${history}` }
}
