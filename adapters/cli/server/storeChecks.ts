import {
  countPinKeyUses,
  countUnservedTransactions,
  differsFromNetwork,
  type Finding,
  type FloatStatus,
  findFloats,
  findQuarantine,
  listReconciliations,
  type PinKeyUse,
  runsOut,
} from '../../../core/sente.ts'
import type { CliStore } from '../deps.ts'
import { differenceText, hoursText } from '../money/float/view.ts'
import { shareText } from '../money/reconcile/view.ts'
import { ageText } from '../output/age.ts'
import { checkEndpoints, checkLines } from './stoppedChecks.ts'
import { checkUpkeep } from './upkeepChecks.ts'

/**
 * The doctor's findings in a store: quarantined books, transactions that no network can be asked about, PIN keys,
 * stopped payments, endpoints that take no events, money that the networks' own files do not confirm, floats, and the
 * last backup, audit and close. `isCopied` is true if `sente backup` copies the store.
 */
export async function checkStore(store: CliStore, { isCopied }: { isCopied: boolean }): Promise<readonly Finding[]> {
  return [
    ...(await checkQuarantine(store)),
    ...(await checkUnserved(store)),
    ...(await checkPinKeys(store)),
    ...(await checkLines(store)),
    ...(await checkEndpoints(store)),
    ...(await checkConfirmed(store)),
    await checkFloat(store),
    ...(await checkUpkeep(store, { isCopied })),
  ]
}

/** The state of the floats: the one that runs out first, or one that differs from its network's report. */
async function checkFloat(store: CliStore): Promise<Finding> {
  const check = 'float'
  const remedy = {
    fix: 'run sente float list, and record or make the missing movements',
    runbook: 'docs/operating/float.md',
  }
  const floats = await findFloats(store)()
  const [first] = floats.filter(runsOut).sort((one, other) => Number(one.runwayMs) - Number(other.runwayMs))
  if (first) {
    const found = `${nameOf(first)} lasts ${hoursText(first.runwayMs)} at the rate of payouts in the last six`
    return { check, ok: false, found, ...remedy }
  }
  const other = floats.find(differsFromNetwork)
  if (other) return { check, ok: true, found: `${nameOf(other)}: ${differenceText(other)}`, ...remedy }
  const known = floats.filter(({ usableMinor }) => usableMinor !== null).length
  return { check, ok: true, found: `the amounts of ${known} of ${floats.length} are known, and none runs out` }
}

const nameOf = ({ account, currency }: FloatStatus) => `${account} in ${currency}`

/** Quarantined books, for example after a restore, accept no payment until an operator ends the quarantine. */
async function checkQuarantine(store: CliStore): Promise<readonly Finding[]> {
  const lasting = await findQuarantine(store)()
  if (!lasting) return []
  const fix = 'compare the books with the networks, then `sente quarantine end --because "..."`'
  const runbook = 'docs/backups/comparing.md'
  return [{ check: 'quarantine', ok: false, found: `${lasting.why}: no payment is accepted`, fix, runbook }]
}

/** Open transactions whose network or currency is not configured: no provider can be asked. */
async function checkUnserved(store: CliStore): Promise<readonly Finding[]> {
  const fix = 'put the network back into the configuration until they have ended, or decide with transaction resolve'
  return (await countUnservedTransactions(store)()).map(({ network, currency, transactions }) => ({
    check: 'open transactions',
    ok: false,
    found: `${transactions} of ${network} in ${currency}, which is not in the configuration`,
    fix,
    runbook: 'docs/operating/needs-attention.md#a-network-that-leaves-the-configuration',
  }))
}

/** PINs whose key is missing, and the progress of a change of keys. */
async function checkPinKeys(store: CliStore): Promise<readonly Finding[]> {
  const check = 'PIN keys'
  const uses = await countPinKeyUses(store)()
  const missing = uses
    .filter(({ key }) => key === 'missing')
    .map((use) => {
      const found = `under key ${use.keyVersion}, which is not configured: ${numberOf(use)}; payouts are answered 500`
      const fix = 'set SENTE_PIN_KEY_PREVIOUS to the key that these PINs were set under, or set new PINs'
      return { check, ok: false, found, fix, runbook: 'docs/operating/pins.md#when-a-pin-key-is-missing' }
    })
  if (store.secrets.pinKeyVersions.length === 1) return missing
  const left = uses.find(({ key }) => key === 'previous')
  const found = left
    ? `still under SENTE_PIN_KEY_PREVIOUS: ${numberOf(left)}; the next payout of each moves its PIN to SENTE_PIN_KEY`
    : 'SENTE_PIN_KEY_PREVIOUS is no longer needed: no PIN is under it'
  return [...missing, { check, ok: true, found }]
}

function numberOf({ accounts, firstId }: PinKeyUse): string {
  return accounts === 1 ? `the PIN of account ${firstId}` : `the PINs of ${accounts} accounts, ${firstId} the first`
}

/** How long a payment may wait for the network's own file, in milliseconds: three days. */
const confirmedWithinMs = 3 * 24 * 3_600_000

/**
 * The share of the last 30 days' money that the networks' own files confirm. A payment that waits for long is a
 * warning.
 */
async function checkConfirmed(store: CliStore): Promise<readonly Finding[]> {
  const { confirmed } = await listReconciliations(store)({ limit: 1 })
  const nowMs = store.clock.nowMs()
  return confirmed.map(({ network, currency, totalMinor, confirmedMinor, oldest }) => {
    const ageMs = oldest ? nowMs - oldest.createdAtMs : 0
    const share = `${shareText(totalMinor, confirmedMinor)} of ${currency} by ${network}'s own files`
    const found = oldest ? `${share}; ${oldest.transactionId} not for ${ageText(ageMs)}` : share
    const finding = { check: 'confirmed money', ok: true, found } as const
    if (ageMs <= confirmedWithinMs) return finding
    return { ...finding, fix: "compare the network's file: `sente reconcile FILE --provider ...`", runbook }
  })
}

const runbook = 'docs/operating/reconciliation.md'
