import { isFinal, kinds, type State } from '../../../../core/sente.ts'
import { transactionColumns } from '../../tables/transactions.ts'
import { endingOf, lastEntered } from './lists.ts'
import { conditionsOn, type Filter, rangeOf, type Search } from './search.ts'

/**
 * Selects the newest transactions of an account: from its lists, from the ends since these were written, and from the
 * follow-ups.
 */
export function selectOfAccount(search: Search, accountId: string): string {
  const account = search.given(accountId)
  return `
    SELECT ${transactionColumns} FROM (${selectIdsOfAccount(search, account)}
    ) AS chosen ${search.dialect.joinFound('transactions', 't', `t.account_id = ${account} AND t.id = chosen.id`)}
    ORDER BY chosen.id DESC`
}

/** Selects their ids, the newest first. The account is an expression. */
export function selectIdsOfAccount(search: Search, account: string): string {
  const { states = allStates, phoneNumber, phoneEnding } = search.query
  const isByNumber = (phoneNumber ?? phoneEnding) !== undefined
  const entered = isByNumber ? enteredByPhoneNumber : enteredInPlaces
  return newestOf(search, [...(states.some(isFinal) ? [entered(search, account)] : []), ...notEntered(search, account)])
}

/** Selects the ids of transactions in no list yet: the ends since the lists were written, and open ones. */
export function selectIdsNotEntered(search: Search, account: string): string {
  return newestOf(search, notEntered(search, account))
}

function notEntered(search: Search, account: string): string[] {
  const { states = allStates } = search.query
  const ended = states.some(isFinal) ? [latest(search, account)] : []
  return ended.length > 0 && states.every(isFinal) ? ended : [...ended, followed(search, account)]
}

function newestOf({ limit }: Search, selects: readonly string[]): string {
  return `
      SELECT DISTINCT id FROM (${selects.join(`
        UNION ALL `)}
      ) AS found ORDER BY id DESC LIMIT ${limit}`
}

const allStates: readonly State[] = ['submitting', 'pending', 'succeeded', 'failed']

/** The newest of each kind and state in each of the account's currencies and networks. */
function enteredInPlaces(search: Search, account: string): string {
  const { query, dialect, limit } = search
  const ends = kinds
    .filter((kind) => query.kind === undefined || kind === query.kind)
    .flatMap((kind) => (query.states ?? allStates).filter(isFinal).map((state) => `('${kind}', '${state}')`))
  const newest = `
          SELECT l.id AS value FROM transaction_lists l
          WHERE ${[`l.account_id = ${account}`, isInPlace, isSuchAnEnd, ...rangeOf('l.id', search)].join(' AND ')}
          ORDER BY l.id DESC LIMIT ${limit}`
  const places = ['p.currency IS NOT NULL', ...conditionsOn('p', search, ['currency', 'network'])]
  return `
        SELECT * FROM (
          WITH RECURSIVE places (currency, network) AS (${selectPlaces(account)}),
          ends (kind, state) AS (VALUES ${ends.join(', ')})
          SELECT newest.value AS id FROM places p CROSS JOIN ends e CROSS JOIN ${dialect.each(newest, 'newest')}
          WHERE ${places.join(' AND ')}
        ) AS entered`
}

const isInPlace = 'l.currency = p.currency AND l.network = p.network'

const isSuchAnEnd = 'l.kind = e.kind AND l.state = e.state'

/** The currencies and networks of an account's list. It has few of them. After the last comes null. */
function selectPlaces(account: string): string {
  // With a kind above any other, and an expression beside each column, SQLite jumps over a place to find the next one.
  const next = (column: string) => `(
              SELECT l.${column} FROM transaction_lists l
              WHERE l.account_id = ${account} AND (l.currency, l.network, l.kind) > (p.currency, p.network || '', '~')
              ORDER BY l.currency, l.network, l.kind LIMIT 1)`
  return `
            SELECT * FROM (
              SELECT l.currency, l.network FROM transaction_lists l WHERE l.account_id = ${account}
              ORDER BY l.currency, l.network LIMIT 1
            ) AS first
            UNION ALL
            SELECT ${next('currency')}, ${next('network')} FROM places p WHERE p.currency IS NOT NULL`
}

/** The newest of each phone number that is searched for: the whole one, or each with these last digits. */
function enteredByPhoneNumber(search: Search, account: string): string {
  const { query, dialect, limit, given } = search
  const { phoneNumber, phoneEnding = '' } = query
  const filters = conditionsOn('t', search, ['currency', 'network', 'kind', 'states', 'amountsMinor', 'part'])
  const join = dialect.joinFound('transactions', 't', 't.account_id = l.account_id AND t.id = l.id')
  const ending = given(endingOf(phoneNumber ?? phoneEnding))
  const isNumber = `l.account_id = ${account} AND l.ending = ${ending} AND l.phone_number = n.phone_number`
  const newest = `
          SELECT l.id AS value FROM phone_lists l ${filters.length === 0 ? '' : join}
          WHERE ${[isNumber, ...rangeOf('l.id', search), ...filters].join(' AND ')}
          ORDER BY l.id DESC LIMIT ${limit}`
  const numbers = phoneNumber === undefined ? selectNumbers(account, ending) : `SELECT ${given(phoneNumber)}`
  return `
        SELECT * FROM (
          WITH RECURSIVE numbers (phone_number) AS (${numbers})
          SELECT newest.value AS id FROM numbers n CROSS JOIN ${dialect.each(newest, 'newest')}
          WHERE ${['n.phone_number IS NOT NULL', ...conditionsOn('n', search, ['phoneEnding'])].join(' AND ')}
        ) AS entered`
}

/** The phone numbers with the same last three digits in an account's list. After the last comes null. */
function selectNumbers(account: string, ending: string): string {
  const ofEnding = `SELECT l.phone_number FROM phone_lists l WHERE l.account_id = ${account} AND l.ending = ${ending}`
  return `
            SELECT * FROM (${ofEnding} ORDER BY l.phone_number LIMIT 1) AS first
            UNION ALL
            SELECT (${ofEnding} AND l.phone_number > n.phone_number ORDER BY l.phone_number LIMIT 1)
            FROM numbers n WHERE n.phone_number IS NOT NULL`
}

const ofRow: readonly Filter[] = ['phoneNumber', 'phoneEnding', 'amountsMinor', 'part', 'kind', 'states']

/** The ends that are not in the lists yet. */
function latest(search: Search, account: string): string {
  const ends = [`e.account_id = ${account}`, `e.sequence > ${lastEntered(account)}`, 'e.transaction_id IS NOT NULL']
  const where = [
    ...ends,
    ...rangeOf('e.transaction_id', search),
    ...conditionsOn('t', search, ['currency', 'network', ...ofRow]),
  ].join(' AND ')
  return `
        SELECT e.transaction_id AS id FROM events e
        ${search.dialect.joinFound('transactions', 't', 't.account_id = e.account_id AND t.id = e.transaction_id')}
        WHERE ${where}`
}

/** Transactions of other currencies and networks are not read. */
function followed(search: Search, account: string): string {
  const { dialect, limit } = search
  const ofFollowUp = [`f.account_id = ${account}`, ...conditionsOn('f', search, ['currency', 'network'])]
  const where = [...ofFollowUp, ...rangeOf('f.transaction_id', search), ...conditionsOn('t', search, ofRow)]
  return `
        SELECT * FROM (
          SELECT f.transaction_id AS id FROM follow_ups f
          ${dialect.joinFound('transactions', 't', 't.account_id = f.account_id AND t.id = f.transaction_id')}
          WHERE ${where.join(' AND ')} ORDER BY f.transaction_id DESC LIMIT ${limit}
        ) AS followed`
}
