import {
  type AccountSettings,
  activateCurrency,
  changeAccount,
  closeAccount,
  deactivateCurrency,
  fundAccount,
  pauseNetwork,
  resolveTransaction,
  resumeNetwork,
  type Transaction,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { type ModelAccount, modelPin } from '../judges/referenceModel.ts'
import { type Stage, truthOf } from '../stage/stage.ts'
import type { Change } from './action.ts'

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

function expectCode(answer: object, wanted: string): void {
  const found = 'refused' in answer ? answer.refused : 'done'
  if (found !== wanted) throw new Error(`an operator was answered ${found}, not ${wanted}`)
}
