import {
  type AccountSettings,
  activateCurrency,
  authenticate,
  type BatchDecided,
  changeAccount,
  changeBatch,
  closeAccount,
  createKey,
  deactivateCurrency,
  decideBatch,
  fundAccount,
  isRefusal,
  keyScopes,
  pauseNetwork,
  resolveTransaction,
  resumeNetwork,
  revokeKey,
  rotateKey,
  type Transaction,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { addingRefusal, keyAt, rotatingRefusal } from '../judges/modelKeys.ts'
import { type ModelAccount, modelPin } from '../judges/modelRules.ts'
import { type Stage, truthOf } from '../stage/stage.ts'
import type { Change, KeyChange } from './action.ts'

/** What an operator does, at once, in a process of its own; each answer is compared with the model's. */
export function operate(stage: Stage) {
  const { store, clock, ids, market, model } = stage
  const operator = clock.ofRun('operator')
  const ports = { ...store, clock: operator, ids, market, secrets: testSecrets }
  return {
    /** Funds an account; an amount below zero is a withdrawal. */
    async fund(given: { account: number; reference: string; amount: number }): Promise<void> {
      const { reference, amount } = given
      const { account, accountId } = accountOf(stage, given.account)
      const request = { by: 'amina', accountId, currency: 'UGX', reference, amount: Math.abs(amount) }
      const answer = await (amount > 0
        ? fundAccount(ports)(request)
        : withdrawFunds(ports)({ ...request, because: 'the merchant asked for it' }))
      expectCode(answer, model.fund(account, reference, amount))
    },
    /** Changes what an account may do. */
    async change(given: { account: number; change: Change }): Promise<void> {
      const { account, accountId } = accountOf(stage, given.account)
      const set = (settings: AccountSettings) => changeAccount(ports)({ by: 'amina', accountId, settings })
      const changes: Record<Change, () => Promise<unknown>> = {
        kyc: () => set({ kyc: 'incomplete' }),
        apiAccess: () => set({ apiAccess: false }),
        currency: () => deactivateCurrency(ports)({ by: 'amina', accountId, currency: 'UGX' }),
        otherPin: () => set({ pin: '5309' }),
        noPin: () => set({ pin: null }),
        close: () => closeAccount(ports)({ by: 'amina', accountId }),
        mend: async () => {
          await set({ kyc: 'complete', apiAccess: true, pin: '4071' })
          await activateCurrency(ports)({ by: 'amina', accountId, currency: 'UGX' })
        },
      }
      await changes[given.change]()
      follow(account, given.change)
    },
    /** Decides a transaction truthfully; the truth about one that is open at its network is not known yet. */
    async decide(transaction: Transaction): Promise<void> {
      const truth = truthOf(stage, transaction)
      if (truth === 'open') return
      const { id: transactionId } = transaction
      const end = truth === 'executed' ? 'succeeded' : 'failed'
      const answer = await resolveTransaction(ports)({ transactionId, end, because: 'the portal says so', by: 'amina' })
      expectCode(answer, model.decide(transactionId, end, operator.nowMs()))
    },
    /** Changes a batch, as its merchant does where that one may; the operator does it otherwise. */
    async changeBatch(given: {
      batchId: string
      change: BatchDecided
      isByOperator: boolean
      key: number
    }): Promise<void> {
      const { batchId, change, isByOperator } = given
      const account = model.batches.all.get(batchId)?.account
      const secretKey = account ? keyAt(account, given.key).secret : ''
      const caller = await authenticate(ports)({ secretKey, scope: 'pay', isFrom: () => true })
      const mayThey = account?.rights.kyc && account.rights.apiAccess && !isByOperator
      const isTheirs = !isRefusal(caller) && mayThey
      const answer = isTheirs
        ? await changeBatch(ports)({ caller, batchId, change })
        : await decideBatch(ports)({ batchId, change, because: 'they asked for it', by: 'amina' })
      const found = 'refused' in answer ? (batchRefusals[answer.refused] ?? answer.refused) : undefined
      const wanted = model.batches.change(batchId, change, isTheirs ? secretKey : undefined)
      expectCode(found === undefined ? answer : { refused: found }, wanted)
    },
    /** Adds a key, adds one in the place of another, or revokes one. */
    async changeKeys(given: KeyChange): Promise<void> {
      const { about, deed, name, scopes, lastsMs, isOfOffice } = given
      const { account, accountId } = accountOf(stage, given.account)
      const nowMs = operator.nowMs()
      const key = keyAt(account, about)
      if (deed === 'revoke') {
        expectCode(await revokeKey(ports)({ by: 'amina', keyId: key.id }), 'done')
        key.active = false
        return
      }
      const isNew = deed === 'create'
      const expiresAtMs = lastsMs === null ? null : nowMs + lastsMs
      const addresses = isOfOffice ? ['office'] : null
      const terms = { name, scopes: scopes === 'all' ? keyScopes : [scopes] }
      const some = { ...(addresses && { addresses }), ...(expiresAtMs !== null && { expiresAtMs }) }
      const answer = isNew
        ? await createKey(ports)({ by: 'amina', accountId, ...terms, ...some })
        : await rotateKey(ports)({ by: 'amina', accountId, kind: 'secret', keyId: key.id, expiresAtMs })
      expectCode(answer, isNew ? addingRefusal(account, name, nowMs) : rotatingRefusal(account, key, nowMs))
      if ('refused' in answer) return
      const added = { id: answer.keyId, secret: answer.key, active: true, expiresAtMs }
      account.issued.push({ ...(isNew ? { ...terms, addresses } : key), ...added })
    },
    /** Pauses all payments over a network, or takes them again. */
    async decideLine({ network, decision }: { network: string; decision: 'pause' | 'resume' }): Promise<void> {
      const decide = decision === 'pause' ? pauseNetwork(ports) : resumeNetwork(ports)
      const answer = await decide({ network, by: 'amina', because: 'the network says so' })
      expectCode(answer, model.decideLine(network, decision))
    },
  }
}

function accountOf({ model, accountIds }: Stage, index: number): { account: ModelAccount; accountId: string } {
  const [account, accountId] = [model.accounts[index], accountIds[index]]
  if (!account || accountId === undefined) throw new Error(`no account ${index}`)
  return { account, accountId }
}

function follow(account: ModelAccount, change: Change): void {
  const { rights } = account
  if (change === 'kyc' || change === 'apiAccess') rights[change] = false
  if (change === 'currency') rights.activated = false
  if (change === 'close') rights.closed = true
  if (change === 'mend') Object.assign(rights, { kyc: true, apiAccess: true, activated: true })
  const codes: Partial<Record<Change, string | null>> = { mend: '4071', otherPin: '5309', noPin: null }
  const code = codes[change]
  if (code !== undefined) account.pin = modelPin(code)
}

/** The same refusals of a merchant's and of the operator's, in the model's words. */
const batchRefusals: Readonly<Record<string, string>> = {
  batch_ended: 'over',
  batch_is_over: 'over',
  batch_waits: 'waits',
  batch_awaits_approval: 'waits',
}

function expectCode(answer: object, wanted: string): void {
  const found = 'refused' in answer ? answer.refused : 'done'
  if (found !== wanted) throw new Error(`an operator was answered ${found}, not ${wanted}`)
}
