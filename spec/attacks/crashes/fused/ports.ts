import { AsyncLocalStorage } from 'node:async_hooks'
import type { Container } from 'inversify'
import type { Networks } from '../../../../adapters/providers/market/connectNetworks.ts'
import { tokens } from '../../../../composition/tokens.ts'
import {
  type BatchLine,
  type Books,
  isRefusal,
  type MobileProvider,
  type Scope,
  type Store,
} from '../../../../core/sente.ts'
import type { CommitLog } from './commitLog.ts'
import type { Fuse } from './fuse.ts'
import type { Call, Commit } from './killPoints.ts'

/** What a step or a call is for. */
type Occasion = 'request' | 'callback' | 'sweep' | 'resume' | 'batch'

const occasion = new AsyncLocalStorage<Occasion>()

/** Makes everything that the container builds from now on pass the fuse. */
export function fusePorts(container: Container, fuse: Fuse, commits: CommitLog): void {
  const t = tokens
  container.onActivation(t.books, (_, books) => fusedBooks(books, fuse, commits))
  container.onActivation(t.networks, (_, networks) => ({
    ...networks,
    providerFor: onceFused(networks.providerFor, (provider) => fusedProvider(provider, fuse)),
  }))
  container.onActivation(t.sendMoney, (_, pay) => inRequest(pay))
  container.onActivation(t.collectMoney, (_, pay) => inRequest(pay))
  container.onActivation(t.refundMoney, (_, pay) => inRequest(pay))
  container.onActivation(t.batchDeps, (_, deps) => ({ ...deps, acceptBatch: inRequest(deps.acceptBatch) }))
  container.onActivation(t.payBatches, (_, paying) => ({
    ...paying,
    sweep: () => occasion.run('batch', paying.sweep),
  }))
  container.onActivation(t.handleCallback, (_, hear) => (...given) => {
    fuse.pass('callback-received')
    return hear(...given)
  })
  container.onActivation(t.followUp, (_, { sweep, hint, resume }) => ({
    hint: (id) => occasion.run('callback', () => hint(id)),
    resume: () => occasion.run('resume', resume),
    sweep() {
      fuse.pass('sweep-begun')
      return occasion.run('sweep', sweep)
    },
  }))
}

/** Makes a store pass the fuse once the lines of a batch are written. */
export function fusedStore(store: Store, { pass }: Fuse): Store {
  const { batches } = store
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

/** The core counts its questions by provider object, so there has to be one of each. */
function onceFused(providerFor: Networks['providerFor'], fused: (provider: MobileProvider) => MobileProvider) {
  const made = new Map<MobileProvider, MobileProvider>()
  return (currency: string, network: string) => {
    const provider = providerFor(currency, network)
    const known = made.get(provider) ?? fused(provider)
    made.set(provider, known)
    return known
  }
}

function fusedBooks(books: Books, { pass }: Fuse, { stepped }: CommitLog): Books {
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

function fusedProvider(provider: MobileProvider, { pass }: Fuse): MobileProvider {
  const fused =
    <Given extends unknown[], Answer>(nameOf: () => Call, call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const name = nameOf()
      pass(`${name}-before`)
      const answer = await call(...given)
      pass(`${name}-after`)
      return answer
    }
  return {
    ...provider,
    payOut: fused(() => (occasion.getStore() === 'batch' ? 'line-submission' : 'submission'), provider.payOut),
    requestPayment: fused(() => 'submission', provider.requestPayment),
    enquire: fused(enquiryOf, provider.enquire),
  }
}

function commitOf({ reference, batch, batchLine }: Scope): Commit | undefined {
  const now = occasion.getStore()
  if (now === 'batch') return batch === undefined ? 'line-note' : batchLine === undefined ? 'complete' : 'line'
  if (now === 'request' && batch !== undefined) return 'accept'
  if (now === 'request') return reference === undefined ? 'note' : 'open'
  return now === undefined || now === 'resume' ? now : `${now}-note`
}

function enquiryOf(): Call {
  const now = occasion.getStore()
  return now === 'callback' || now === 'sweep' ? `${now}-enquiry` : 'enquiry'
}

/** Refusals are not committed, nor is what a restart finds already resumed, nor a line that has to wait. */
function isChange(result: unknown): boolean {
  return (
    result !== false &&
    typeof result !== 'string' &&
    !(typeof result === 'object' && result !== null && isRefusal(result))
  )
}
