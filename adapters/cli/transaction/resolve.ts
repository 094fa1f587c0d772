import { type Command, Option } from 'commander'
import { type Decision, findCase } from '../../../core/sente.ts'
import { todayOf } from '../../written/moment.ts'
import { changeAnswer } from '../action/proposal/view.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { transactionAnswer } from './view.ts'

type Given = {
  readonly succeeded?: true
  readonly failed?: true
  readonly takenBack?: true
  readonly stands?: true
  readonly because: string
} & GivenAttribution

/** Adds `transaction resolve`. */
export function transactionResolve(group: Command, context: CommandContext): void {
  const command = group
    .command('resolve')
    .summary('decide the outcome of a transaction')
    .description(
      'Ends a transaction that its network does not explain, by your decision, or records your finding about one that ' +
        'has ended and that its network contradicts. It records you and your reason, and sends nothing to the network. The ' +
        'decision is final: an ended transaction keeps its outcome.',
    )
    .argument('<ID>', 'the transaction')
    .addOption(
      new Option('--succeeded', 'the network has made the payment').conflicts(['failed', 'takenBack', 'stands']),
    )
    .addOption(
      new Option('--failed', 'the network has not made the payment, and never will').conflicts(['takenBack', 'stands']),
    )
    .addOption(new Option('--taken-back', 'it had succeeded, and the network took it back').conflicts('stands'))
    .option('--stands', 'its outcome in the books is right, whatever the network reported later')
  attributed(command, 'needed')
    .addHelpText('after', afterHelp)
    .action((id: string, given: Given, command: Command) => {
      const end = ends.find((name) => given[name])
      if (!end) command.error('expected --succeeded, --failed, --taken-back or --stands')
      return resolve(id, end === 'takenBack' ? 'taken_back' : end, given, context)
    })
}

const ends = ['succeeded', 'failed', 'takenBack', 'stands'] as const

const afterHelp = `
First look at the network's own portal, and decide by its data. If a payout was
made and you decide --failed, the merchant can spend the same money again, and
the loss is yours.

The effect on the money:
  payout, --succeeded      the held money leaves the balance
  payout, --failed         the held money is available again
  collection, --succeeded  the amount is credited to the balance
  collection, --failed     nothing
  --taken-back, --stands   nothing: correct the books with sente account fund or
                           withdraw

A collection that was taken back can't be refunded: its customer has the money.

It is refused while the submission may still be on its way. The network is asked
twelve times more, over 72 hours; if it says otherwise, that changes neither
state nor money, but is listed by sente transaction list --attention and sente
audit.

Example:
  sente transaction resolve 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --failed \\
      --because "the portal of MTN does not have it, ticket 4711"`

function resolve(transactionId: string, end: Decision['end'], given: Given, context: CommandContext): Promise<void> {
  const { paint } = context
  const change = { kind: 'transaction.resolve', request: { transactionId, end } } as const
  return context.answer((store) =>
    changeAnswer(store, { change, ...attributionOf(given, context) }, async () =>
      transactionAnswer(await findCase(store)({ transactionId }), { paint, days: todayOf(store).days }),
    ),
  )
}
