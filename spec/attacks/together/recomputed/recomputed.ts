import { compareBalance, compareGivenBack } from './balances.ts'
import { compareEvents } from './events.ts'
import { factsOf, type Line, type Recomputable } from './facts.ts'
import { compareLines } from './lines.ts'
import { compareCloses, compareFloat } from './operator.ts'
import { statementOf } from './statements.ts'

/**
 * Calculates balances, statements, their CSV, events, the operator's accounts and the closes of days from the pages of
 * the documentation, without the core; throws when the product answers otherwise. Only for books in UGX.
 */
export async function compareRecomputed(ports: Recomputable): Promise<void> {
  const facts = await factsOf(ports)
  const lines: Line[] = []
  for (const accountId of facts.accountIds) {
    const theirs = await statementOf(ports, accountId)
    lines.push(...theirs)
    compareLines(facts, accountId, theirs)
    await compareBalance(ports, facts, accountId)
    await compareEvents(ports, facts, { accountId, lines: theirs })
  }
  compareGivenBack(facts)
  await compareFloat(ports, facts)
  await compareCloses(ports, facts, lines)
}
