import { AsyncLocalStorage } from 'node:async_hooks'
import type { Container } from 'inversify'
import { tokens } from '../../../../composition/tokens.ts'
import {
  type BatchLine,
  type Books,
  isRefusal,
  type MobileProvider,
  type Scope,
  type Store,
} from '../../../../core/sente.ts'
import type { Call, Commit } from '../plan.ts'
import { pass, stepped } from './fuse.ts'

/** The purpose of a step or a call. */
const occasion = new AsyncLocalStorage<'request' | 'callback' | 'sweep' | 'resume' | 'batch'>()

/** Makes everything that the container builds from now on pass the fuse. */
export function fusePorts(container: Container): void {
  const t = tokens
  container.onActivation(t.books, (_, books) => fusedBooks(books))
  container.onActivation(t.networks, (_, networks) => {
    // The core counts its questions by provider object, so each must exist once.
    const made = new Map<MobileProvider, MobileProvider>()
    const providerFor = (currency: string, network: string) => {
      const provider = networks.providerFor(currency, network)
      const fused = made.get(provider) ?? fusedProvider(provider)
      made.set(provider, fused)
      return fused
    }
    return { ...networks, providerFor }
  })
  container.onActivation(t.useCases, (_, all) => ({
    ...all,
    sendMoney: inRequest(all.sendMoney),
    collectMoney: inRequest(all.collectMoney),
    refundMoney: inRequest(all.refundMoney),
    acceptBatch: inRequest(all.acceptBatch),
  }))
  container.onActivation(t.payBatches, (_, paying) => ({
    ...paying,
    sweep: () => occasion.run('batch', paying.sweep),
  }))
  container.onActivation(t.handleCallback, (_, handle) => (...given) => {
    pass('callback-received')
    return handle(...given)
  })
  container.onActivation(t.followUp, (_, { sweep, hint, resume }) => ({
    hint: (id) => occasion.run('callback', () => hint(id)),
    resume: () => occasion.run('resume', resume),
    sweep() {
      pass('sweep-begun')
      return occasion.run('sweep', sweep)
    },
  }))
}

/** Makes a store pass the fuse once the lines of a batch are written. */
export function fusedStore({ batches, ...store }: Store): Store {
  async function addLines(lines: readonly BatchLine[]) {
    const isThere = await batches.addLines(lines)
    pass('draft-written')
    return isThere
  }
  return { ...store, batches: { ...batches, addLines } }
}

function inRequest<Given extends unknown[], Answer>(pay: (...given: Given) => Promise<Answer>) {
  return (...given: Given) => occasion.run('request', () => pay(...given))
}

function fusedBooks(books: Books): Books {
  return {
    ...books,
    async atomically(scope, step) {
      const commit = commitOf(scope)
      if (!commit) return books.atomically(scope, step)
      if (commit === 'open') pass('open-before')
      const result = await books.atomically(scope, (work) => {
        const made = step(work)
        if (isChange(made)) stepped(commit)
        return made
      })
      if (isChange(result)) pass(`${commit}-after`)
      return result
    },
  }
}

function fusedProvider(provider: MobileProvider): MobileProvider {
  const fused =
    <Given extends unknown[], Answer>(nameOf: () => Call, call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const name = nameOf()
      pass(`${name}-before`)
      const answer = await call(...given)
      pass(`${name}-after`)
      return answer
    }
  const enquiry = () => {
    const now = occasion.getStore()
    return now === 'callback' || now === 'sweep' ? (`${now}-enquiry` as const) : 'enquiry'
  }
  return {
    ...provider,
    payOut: fused(() => (occasion.getStore() === 'batch' ? 'line-submission' : 'submission'), provider.payOut),
    requestPayment: fused(() => 'submission', provider.requestPayment),
    enquire: fused(enquiry, provider.enquire),
  }
}

function commitOf({ reference, batch, batchLine }: Scope): Commit | undefined {
  const now = occasion.getStore()
  if (now === 'batch') return batch === undefined ? 'line-note' : batchLine === undefined ? 'complete' : 'line'
  if (now === 'request' && batch !== undefined) return 'accept'
  if (now === 'request') return reference === undefined ? 'note' : 'open'
  return now === undefined || now === 'resume' ? now : `${now}-note`
}

/** Refusals are not committed, nor are payments that a restart finds already resumed, nor waiting lines. */
function isChange(result: unknown): boolean {
  if (typeof result === 'object') return result === null || !isRefusal(result)
  return result !== false && typeof result !== 'string'
}
