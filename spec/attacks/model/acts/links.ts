import {
  authenticate,
  type Caller,
  collectThroughLink,
  createLink,
  endLink,
  isRefusal,
  payLink,
  type Refusal,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { keyAt } from '../judges/modelKeys.ts'
import { judgedPorts } from '../judges/ports.ts'
import { begin, openedInVain, type Stage } from '../stage/stage.ts'
import type { Action } from './action.ts'
import type { Actor, Order, Run } from './actor.ts'

/** What a merchant does about links, at once; each answer is compared with the model's. */
export function withLinks(stage: Stage) {
  const { store, clock, ids, market, model } = stage
  const merchant = clock.ofRun('operator')
  const ports = { ...store, clock: merchant, ids, market, secrets: testSecrets }

  async function callerOf(account: number): Promise<Caller | Refusal> {
    const owner = model.accounts[account]
    const secretKey = owner ? keyAt(owner, 0).secret : ''
    return authenticate(ports)({ secretKey, scope: 'collect', isFrom: () => true })
  }

  return {
    /** Makes a link; one whose key is revoked, or whose account is closed, makes none. */
    async create({ account, reference, amount, uses, lastsMs }: Extract<Action, { does: 'makeLink' }>): Promise<void> {
      const caller = await callerOf(account)
      const owner = model.accounts[account]
      if (isRefusal(caller) || !owner) return
      const expiresAtMs = merchant.nowMs() + lastsMs
      const about = { currency: 'UGX', description: 'A sale', returnUrl: null }
      const request = { reference, amount, uses, expiresAtMs, ...about }
      const wanted = model.links.refusal({ account: owner, reference })
      const answer = await createLink(ports)({ caller, request })
      const found = !answer ? 'nothing' : isRefusal(answer) ? answer.refused : 'done'
      if (found !== wanted) throw new Error(`link ${reference} was answered ${found}, not ${wanted}`)
      if (!answer || isRefusal(answer)) return
      const { link, token } = answer
      model.links.all.set(link.id, { account: owner, reference, token, amount, uses, expiresAtMs, isEnded: false })
    },
    async end({ about }: Extract<Action, { does: 'endLink' }>): Promise<void> {
      const linkId = linkAt(stage, about)
      const owner = model.links.all.get(linkId)?.account
      const caller = owner && (await callerOf(model.accounts.indexOf(owner)))
      if (!caller || isRefusal(caller)) return
      const wanted = model.links.end(linkId, merchant.nowMs())
      const answer = await endLink(ports)({ caller, linkId })
      const found = isRefusal(answer) ? answer.refused : 'done'
      if (found !== wanted) throw new Error(`the end of link ${linkId} was answered ${found}, not ${wanted}`)
    },
  }
}

/** The id of one of the links that exist; none where there is none. */
function linkAt({ model }: Stage, about: number): string {
  const ids = [...model.links.all.keys()]
  return ids[about % ids.length] ?? ''
}

/** Begins a payment through a link in a run, by a form that may be sent again; its answer is compared with the model's. */
export function beginLinked(stage: Stage, run: Run, action: Extract<Action, { does: 'payLink' }>): Actor | undefined {
  const { about, form, number, network, fate } = action
  const id = linkAt(stage, about)
  const link = stage.model.links.all.get(id)
  if (!link) return undefined
  // It ends with an odd digit, so that its customer reads nothing else.
  const nonce = `${form}1`.padStart(32, '0')
  const phoneNumber = `25677000000${number}`
  const { account, token, amount } = link
  const known = { secretKey: keyAt(account, 0).secret, apikey: account.keys.public, from: 'office', pin: '' }
  const asked = { kind: 'collection', amount, phoneNumber, currency: 'UGX', network, link: id } as const
  const request = { ...known, ...asked, reference: `${link.reference}-${nonce}` }
  const order: Order = { request, fate, expected: 'nothing yet' }
  const actor: Actor = { name: `payment ${request.reference}`, run, order }
  const ports = judgedPorts(stage, actor)
  const pay = payLink({
    ...ports,
    paymentLinks: stage.store.paymentLinks,
    collectThroughLink: collectThroughLink(ports),
    onBreakage: (error) => stage.failures.push(error),
  })
  begin(stage, async () => {
    const answer = await pay({ token, nonce, phoneNumber, network }).catch(openedInVain)
    if (!answer) return
    const found = isRefusal(answer) ? answer.refused : 'choose' in answer ? 'choose' : answer.isRepeat
    const code = found === true ? 'duplicate_reference' : found === false ? 'opened' : found
    if (code !== order.expected) throw new Error(`${actor.name} was answered ${code}, not ${order.expected}`)
  })
  return actor
}
