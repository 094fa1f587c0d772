import {
  acceptBatch,
  authenticate,
  collectMoney,
  collectThroughLink,
  createLink,
  isRefusal,
  type Outcome,
  payBatches,
  payLink,
  refundMoney,
  sendMoney,
} from '../../../../core/sente.ts'
import { merchantAt, type Stage } from './stage.ts'
import { keyOf, phoneNumberOf, type Request } from './world.ts'

/** The answer to a caller: the opened payment, or the code of the refusal. */
export type Answer = { readonly opened?: string; readonly refused?: string }

/** Sends a request under its reference, for the first time or once more. */
export async function ask(stage: Stage, request: Request): Promise<Answer> {
  const { operation, who, reference, amount, network, number } = request
  const { ports, merchants, tokens, world } = stage
  const { id, publicKey: apikey } = merchantAt(stage, who)
  const references = operation === 'batch' ? request.lines.map((line) => line.reference) : [reference]
  if (references.some((one) => world.reported.has(`${id} ${one}`))) return { refused: 'told' }
  const own = { apikey, reference, amount, currency: 'UGX', network, phoneNumber: phoneNumberOf(number) }
  const pin = '4071'
  world.asked.set(keyOf(request), request)
  if (operation === 'linked') return payThroughLink(stage, request)
  const caller = await authenticate(ports)({ secretKey: merchantAt(stage, who).secretKey })
  if (isRefusal(caller)) {
    if (!world.closed.has(id)) throw new Error(caller.refused)
    return { refused: caller.refused }
  }
  switch (operation) {
    case 'payout':
      return answered(await sendMoney(ports)({ caller, request: { ...own, pin } }))
    case 'collection':
      return answered(await collectMoney(ports)({ caller, request: own }))
    case 'refund': {
      const asked = { apikey, reference, pin, collection: request.of, ...(amount > 0 && { amount }) }
      return answered(await refundMoney(ports)({ caller, request: asked }))
    }
    case 'batch': {
      const lines = request.lines.map((line) => ({
        request: { ...line, currency: 'UGX', phoneNumber: phoneNumberOf(line.number) },
      }))
      const asked = { apikey, reference, pin, lines, acceptPartial: true, confirmRepeats: true }
      const answer = await acceptBatch(ports)({ caller, request: asked })
      return isRefusal(answer) ? { refused: answer.refused } : { opened: answer.batch.id }
    }
    case 'link': {
      const asked = { reference, amount, currency: 'UGX', description: 'A sale', returnUrl: null, expiresAtMs: null }
      const answer = await createLink(ports)({ caller, request: { ...asked, uses: number === 0 ? null : number } })
      if (!answer) throw new Error('the link has a wrong time')
      if (isRefusal(answer)) return { refused: answer.refused }
      tokens.set(`${merchants[who]?.id} ${reference}`, answer.token)
      return { opened: answer.link.id }
    }
    default:
      throw new Error(`nobody asks for a ${operation}`)
  }
}

async function payThroughLink(stage: Stage, { who, of, reference, network, number }: Request): Promise<Answer> {
  const { ports, tokens, merchants } = stage
  const token = tokens.get(`${merchants[who]?.id} ${of}`)
  if (token === undefined) return { refused: 'no token' }
  const outcomes: Promise<Outcome>[] = []
  const collect: ReturnType<typeof collectThroughLink> = async (given) => {
    const answer = await collectThroughLink(ports)(given)
    if (!isRefusal(answer)) outcomes.push(answer.outcome)
    return answer
  }
  const form = { token, nonce: reference.slice(of.length + 1), phoneNumber: phoneNumberOf(number), network }
  const answer = await payLink({ ...ports, collectThroughLink: collect })(form)
  await Promise.all(outcomes)
  if ('choose' in answer) return { refused: 'choose' }
  return isRefusal(answer) || 'other' in answer || answer.isRepeat
    ? { refused: 'refused or repeated' }
    : { opened: answer.payment.paymentId }
}

async function answered(answer: Awaited<ReturnType<ReturnType<typeof sendMoney>>>): Promise<Answer> {
  if (isRefusal(answer)) return { refused: answer.refused }
  await answer.outcome
  return { opened: answer.transaction.id }
}

/** Pays every line of all batches that can be paid now. */
export async function payAll({ ports, world }: Stage): Promise<void> {
  const onBreakage = (error: unknown) => world.broken.push(error)
  const paying = payBatches({ ...ports, by: 'one', linesAtOnce: () => 1, onBreakage })
  await paying.sweep()
  await paying.idle()
  await paying.stop()
  if (world.broken.length > 0) throw world.broken[0]
}
