import { type AccountEvent, isPseudonym, pseudonymPrefix } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { enteredTogether, textLists } from '../../tables/lists.ts'

/** Makes the statements that enter the groups completed by new events into the lists of their accounts. */
export function enterings(dialect: Dialect): (events: readonly AccountEvent[]) => SqlStatement[] {
  const sequence = `CAST($2 AS ${dialect.types.integer})`
  const together = `e.account_id = $1 AND e.sequence > ${sequence} - ${enteredTogether} AND e.sequence <= ${sequence}`
  const of = `events e ${joinTransaction(dialect)} ${joinFunding(dialect)}`
  const statements = Object.entries(insertsFrom(of, together)).map(([list, text]) => ({ name: `enter ${list}`, text }))
  return (events) =>
    events
      .filter(({ sequence }) => sequence % enteredTogether === 0)
      .flatMap(({ accountId, sequence }) => statements.map((one) => ({ ...one, values: [accountId, sequence] })))
}

/** The statements that fill the empty lists of whole books. */
export function fillLists(): string[] {
  return Object.values(insertsFrom(eventsToEnter, isEntered))
}

/** The lists of transactions that have ended, with the columns that they have of them. */
export const endLists = {
  transaction_lists: ['account_id', 'currency', 'network', 'kind', 'state', 'id'],
  phone_lists: ['account_id', 'ending', 'phone_number', 'id'],
} as const

/** A column of theirs, as an expression on a transaction `t`. */
export function listed(column: string): string {
  return column === 'ending' ? endingIn('t.phone_number') : `t.${column}`
}

/** The last three digits of a phone number, as an expression; nothing of one that was erased. */
export function endingIn(phoneNumber: string): string {
  return `CASE WHEN ${phoneNumber} LIKE '${pseudonymPrefix}%' THEN '' ELSE substr(${phoneNumber}, length(${phoneNumber}) - 2) END`
}

/** The same as a value. */
export function endingOf(phoneNumber: string): string {
  return isPseudonym(phoneNumber) ? '' : phoneNumber.slice(-3)
}

/** The rows of `text_lists`, from events `e` with their transactions `t`. */
export function selectTexts(of: string, condition: string): string {
  const group = `(e.sequence + ${enteredTogether - 1}) / ${enteredTogether} * ${enteredTogether}`
  const together = (text: string, between: string) => `string_agg(${text}, '${between}' ORDER BY e.sequence)`
  return `
    SELECT e.account_id, ${group} AS last_event, max(t.id) AS highest_id, min(t.id) AS lowest_id,
      '[' || ${together('CAST(t.amount_minor AS TEXT)', ',')} || ']' AS amounts,
      ${together("lower(t.reference || ' ' || coalesce(t.description, ''))", ' ')} AS texts
    FROM ${of} WHERE ${condition} AND t.id IS NOT NULL GROUP BY e.account_id, ${group}`
}

/** Whether a transaction `t` has a receipt whose number is not the network's own id. */
const hasOtherReceipt = "t.network_receipt <> coalesce(t.provider_ref, '')"

/** The number of a network's ids of transactions `t`, as an expression. */
export const countNetworkIds = `count(t.provider_ref) + count(CASE WHEN ${hasOtherReceipt} THEN 1 END)`

/** Whether a row `l` of `network_id_lists` has an id of a transaction `t`. */
export const isNetworkId =
  'l.account_id = t.account_id AND l.id = t.id AND l.network_id IN (t.provider_ref, t.network_receipt)'

/** The rows of `network_id_lists`, from events `e` with their transactions `t`; with further columns, if any. */
export function selectNetworkIds(of: string, condition: string, ...further: readonly string[]): string {
  return `
    SELECT * FROM (
      SELECT CASE WHEN named.nth = 1 THEN t.provider_ref WHEN ${hasOtherReceipt} THEN t.network_receipt END AS network_id,
        ${['t.account_id', 't.id', ...further].join(', ')}
      FROM ${of} CROSS JOIN (SELECT 1 AS nth UNION ALL SELECT 2) AS named WHERE ${condition}
    ) AS ids WHERE network_id IS NOT NULL`
}

const textColumns = textLists.columns.map(([name]) => name)

/** Whether a row `x` of `text_lists` differs from the one `w` that is wanted. */
export const isOtherText = textColumns.map((column) => `x.${column} IS DISTINCT FROM w.${column}`).join(' OR ')

/** The type of an event `e`, as an expression also on its transaction `t` and its funding `f`. */
export const eventType = `CASE f.kind WHEN 'fund' THEN 'balance.funded' WHEN 'withdraw' THEN 'balance.withdrawn'
    ELSE CASE WHEN e.batch_id IS NOT NULL THEN 'batch.completed' WHEN e.key_id IS NOT NULL THEN 'key.expiring'
    ELSE coalesce(t.kind || '.' || t.state, '') END END`

/** The sequence of the last event of an account that is in the lists, as an expression. */
export function lastEntered(account: string): string {
  return `(SELECT coalesce(max(sequence), 0) / ${enteredTogether} * ${enteredTogether} FROM events WHERE account_id = ${account})`
}

/** Selects that sequence of every account. */
export const selectLastEntered = `
  SELECT account_id, max(sequence) / ${enteredTogether} * ${enteredTogether} AS last FROM events GROUP BY account_id`

/** All events `e` with their causes `t` and `f`. */
export const eventsToEnter = `(${selectLastEntered}) AS entered JOIN events e ON e.account_id = entered.account_id
  LEFT JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id
  LEFT JOIN fundings f ON f.account_id = e.account_id AND f.reference = e.funding_reference`

/** Whether such an event is in the lists. */
export const isEntered = 'e.sequence <= entered.last'

/** Joins the transaction `t` of an event `e`. */
export function joinTransaction(dialect: Dialect): string {
  return dialect.joinOne('transactions', 't', 't.account_id = e.account_id AND t.id = e.transaction_id')
}

/** Joins the funding `f` of an event `e`. */
export function joinFunding(dialect: Dialect): string {
  return dialect.joinOne('fundings', 'f', 'f.account_id = e.account_id AND f.reference = e.funding_reference')
}

/** Each list's statement. Its rows are of events `e` with their causes `t` and `f`. */
function insertsFrom(of: string, condition: string) {
  const insert = (list: string, columns: string, values: string, where: string) => `
    INSERT INTO ${list} (${columns}) SELECT ${values} FROM ${of} WHERE ${where} ORDER BY ${values}`
  const ended = `${condition} AND t.id IS NOT NULL`
  const ends = (list: keyof typeof endLists) => {
    const columns = endLists[list]
    return insert(list, columns.join(', '), columns.map(listed).join(', '), ended)
  }
  return {
    event_lists: insert(
      'event_lists',
      'account_id, type, sequence',
      `e.account_id, ${eventType}, e.sequence`,
      condition,
    ),
    transaction_lists: ends('transaction_lists'),
    phone_lists: ends('phone_lists'),
    text_lists: `INSERT INTO text_lists (${textColumns.join(', ')}) ${selectTexts(of, condition)}`,
    network_id_lists: `INSERT INTO network_id_lists (network_id, account_id, id)
      ${selectNetworkIds(of, condition)} ORDER BY network_id, account_id, id`,
  }
}
