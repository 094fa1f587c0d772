import { type CliDeps, type CliStore, runCli } from '../../../../adapters/cli/cli.ts'
import type { Behaviour } from '../../../../adapters/memory/memoryProvider.ts'
import { addressFinder } from '../../../../adapters/providers/transport/names/findAddresses.ts'
import { poster } from '../../../../adapters/webhooks/post.ts'
import { webhookTools } from '../../../../adapters/webhooks/tools.ts'
import { addressList } from '../../../../adapters/written/addressList.ts'
import { settingsHelp } from '../../../../composition/settings/environment.ts'
import { type Fees, isRefusal, noFees, type Transaction, uganda } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { loopback, secretOf } from '../../merchants/12-webhooks/openDeliveries.ts'

/** Uganda's market, and a currency with decimals. */
const market = new Map([...uganda, ['USD', { minimum: 1, maximum: 1_000, networks: [{ name: 'MTN' }] }]])

/** The operator's command line over books in memory, with its output captured. */
export async function openCommandLine(
  given: Partial<CliDeps> & { store?: Partial<CliStore> } = {},
  fees: Fees = noFees,
) {
  const core = await openCore({}, { fees })
  const seen = { opened: 0, closed: 0 }
  const rules = { allowed: loopback(), plain: true }
  const store: CliStore = {
    ...core.ports,
    isAddressList: (addresses) => addressList(addresses) !== undefined,
    market,
    fees,
    webhookTools: () =>
      webhookTools({
        ...core.ports,
        post: poster({ ...rules, find: addressFinder() }).post,
        rules,
        secretOf,
      }),
    close() {
      seen.closed += 1
    },
    ...given.store,
  }

  /** Runs one command line and resolves with its exit code and its output. */
  async function sente(...argv: string[]) {
    const written = { out: '', err: '' }
    const code = await runCli(argv, {
      serve: async () => 0,
      sandbox: async () => 0,
      simulator: async () => 0,
      migrate: async () => ({ from: 1, to: 1, path: './sente.db' }),
      backup: async (file) => ({ file, damage: null, rows: 1, keepToo: [] }),
      restore: async ({ file }) => ({ file, isRecorded: true, path: './sente.db', aside: [], keepToo: [] }),
      move: async (move) => ({ ...move, already: false, rows: {}, replaced: 0 }),
      declareMoved: async () => ({ from: 'old', to: 'new', already: false, isQuarantined: false }),
      doctor: async () => [],
      async openStore() {
        seen.opened += 1
        return store
      },
      out(text) {
        written.out += text
      },
      err(text) {
        written.err += text
      },
      readStdin: async () => '',
      caseKey: () => undefined,
      settings: settingsHelp(),
      version: '1.2.3',
      operator: 'amina',
      colours: false,
      ...given,
    })
    return { code, ...written }
  }

  /** Opens a payout and waits until its network's answer is recorded. */
  async function pay(behaviour: Behaviour = 'accepts', reference = core.payout.reference): Promise<Transaction> {
    core.network.behaves(behaviour)
    const answer = await core.send({ caller: await core.caller(), request: { ...core.payout, reference } })
    if (isRefusal(answer)) throw new Error(answer.refused)
    await answer.outcome
    return (await store.books.transaction(answer.transaction.id)) ?? answer.transaction
  }

  return {
    ...core,
    id: core.account.id,
    pay,
    store,
    seen,
    sente,
    /** Runs one command line with `--json`; throws unless it writes one line of JSON to standard output and nothing else. */
    async json(...argv: string[]) {
      const { code, out, err } = await sente(...argv, '--json')
      if (err !== '' || !/^[^\n]+\n$/.test(out)) throw new Error(`not one line of JSON: ${out}${err}`)
      return { code, json: JSON.parse(out) }
    },
    /** The account as it is stored now. */
    async stored(accountId = core.account.id) {
      const account = await store.accounts.byId(accountId)
      if (!account) throw new Error(`no account ${accountId}`)
      return account
    },
  }
}
