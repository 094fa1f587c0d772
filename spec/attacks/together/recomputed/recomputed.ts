import { compareBalance, compareGivenBack } from './balances.ts'
import { compareEvents } from './events.ts'
import { factsOf, type Line, type Recomputable } from './facts.ts'
import { compareLines } from './lines.ts'
import { compareCloses, compareFloat } from './operator.ts'
import { statementOf } from './statements.ts'

/**
 * Works out, from the pages of the documentation and nothing of the core's, which balances, statements, their CSV, events,
 * the operator's accounts and the closes of days have to be; throws where the product answers otherwise. For books in UGX alone.
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
