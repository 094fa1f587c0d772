import type { Ledger, Transaction } from '../../../../core/sente.ts'
import { batched, type Faults, spoilingIn, spoilingSteps } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 203.1 to 203.16, 203.52 and 203.57: steps. */
export const faultsOfSteps: Faults<Store> = {
  '203.1': spoiling('a transaction found by its reference has lost its fingerprint', (good) => ({
    async transactionByReference(accountId, reference) {
      const found = await good.transactionByReference(accountId, reference)
      return found && { ...found, fingerprint: '' }
    },
  })),
  '203.2': spoilingSteps('a later step does not replace the id that the provider gave', () => ({
    step: (work) => ({
      record(transaction) {
        const before = work.transaction(transaction.id)
        work.record({ ...transaction, providerRef: before?.providerRef ?? transaction.providerRef })
      },
    }),
  })),
  '203.3': spoiling('an account without money has a balance of zero', (good) => ({
    async balances(accountId) {
      const rows = await good.balances(accountId)
      return rows.length > 0 ? rows : [{ accountId, currency: 'UGX', availableMinor: 0n, heldMinor: 0n }]
    },
  })),
  '203.4': spoiling('a step that returns a refusal keeps more than the count of wrong PINs', (good) => ({
    async atomically(scope, step) {
      const { result } = await good.atomically(scope, (work) => {
        const late: (() => void)[] = []
        const result = step({
          ...work,
          annotate: (annotation) => void late.push(() => work.annotate(annotation)),
          keepPrompts: (prompts) => void late.push(() => work.keepPrompts(prompts)),
          countDay: (count) => void late.push(() => work.countDay(count)),
          keepExchanges: (id, kept) => void late.push(() => work.keepExchanges(id, kept)),
        })
        if (!isRefused(result)) for (const write of late) write()
        return { result }
      })
      return result
    },
  })),
  '203.5': spoilingSteps('a count of wrong PINs never goes back', () => ({
    step: (work) => ({
      countPin(count) {
        const before = work.pinCount()
        work.countPin(before && before.failures > count.failures ? before : count)
      },
    }),
  })),
  '203.6': spoiling('a step that throws fails those that come after it in its batch', (good) => {
    const batch = batched(() => ({ isBroken: false }))
    return {
      async atomically(scope, step) {
        const shared = batch()
        if (shared.isBroken) throw new Error('the batch broke')
        return good.atomically(scope, (work) => {
          shared.isBroken = true
          const result = step(work)
          shared.isBroken = false
          return result
        })
      },
    }
  }),
  '203.7': spoilingSteps('a step sees the earlier balance', () => ({
    step(work, { account, currency }) {
      const before = work.ledger.balance(account, currency)
      const balance: Ledger['balance'] = (...about) => work.ledger.balance(...about) && before
      return { ledger: { ...work.ledger, balance } }
    },
  })),
  '203.8': spoiling('a transaction of any account is found by its reference', (good) => ({
    async transactionByReference(_accountId, reference) {
      const { transactions } = await good.list({ reference, limit: 1_000 })
      return transactions.at(-1)
    },
  })),
  '203.9': spoilingSteps('a step goes on without the funding of another account', () => ({
    step: (work, { account }) => ({
      fund(funding) {
        if (funding.accountId === account) work.fund(funding)
      },
    }),
  })),
  '203.10': spoilingIn<Store, 'quarantines'>('quarantines')('a quarantine is always said to have ended', (good) => ({
    end: async (...ending) => (await good.end(...ending)) || true,
  })),
  '203.11': spoilingSteps('a step sees the version that the first step saw', () => {
    const versions = new Map<string, number>()
    return {
      step: (work, { account }) => ({
        accountVersion() {
          const version = versions.get(account) ?? work.accountVersion()
          if (version !== undefined) versions.set(account, version)
          return version
        },
      }),
    }
  }),
  '203.12': spoilingSteps('a successful transaction can be pending again', (good) => {
    const reopened = new Map<string, Transaction>()
    return {
      step: (work) => ({
        record(transaction) {
          const { state } = work.transaction(transaction.id) ?? {}
          if (state === 'succeeded' && transaction.state === 'pending') reopened.set(transaction.id, transaction)
          else work.record(transaction)
        },
      }),
      books: { transaction: async (id) => reopened.get(id) ?? good.transaction(id) },
    }
  }),
  '203.13': spoilingSteps('money that is not held is taken from held nevertheless', () => ({
    step: (work) => ({
      ledger: {
        ...work.ledger,
        post(posting) {
          const { heldMinor } = work.ledger.balance(posting.accountId, posting.currency)
          if (posting.from !== 'held' || heldMinor >= posting.amountMinor) work.ledger.post(posting)
        },
      },
    }),
  })),
  '203.14': spoilingSteps('the reference of a funding can be used once by all accounts', () => {
    const accounts = new Map<string, string>()
    return {
      step: (work, { account }) => ({
        fund(funding) {
          const other = accounts.get(funding.reference)
          if (other !== undefined && other !== account) throw new Error('the reference is used already')
          work.fund(funding)
          accounts.set(funding.reference, account)
        },
      }),
    }
  }),
  '203.15': spoiling('the balances of other accounts follow those of an account', (good) => ({
    async balances(accountId) {
      const own = await good.balances(accountId)
      if (own.length === 0) return own
      return good.snapshot(async (snapshot) => {
        const others = []
        for await (const row of snapshot.balances()) if (row.accountId !== accountId) others.push(row)
        return [...own, ...others]
      })
    },
  })),
  '203.16': spoilingSteps('money is moved in doubles', () => ({
    step: (work) => ({
      ledger: {
        ...work.ledger,
        post: (posting) => work.ledger.post({ ...posting, amountMinor: BigInt(Number(posting.amountMinor)) }),
      },
    }),
  })),
  '203.52': spoilingSteps('a NUL in the answer of a network breaks the step', () => ({
    step: (work) => ({
      record(transaction) {
        if (transaction.providerRef?.includes('\0')) throw new Error('a text holds a NUL')
        work.record(transaction)
      },
    }),
  })),
  '203.57': spoilingSteps('the time of the first caller goes for all', () => {
    let firstMs: number | undefined
    return {
      step: (work) => ({
        nowMs(callersMs) {
          firstMs ??= work.nowMs(callersMs)
          return firstMs
        },
      }),
    }
  }),
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'refused' in result
}
