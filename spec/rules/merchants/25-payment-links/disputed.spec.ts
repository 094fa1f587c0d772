import { expect } from 'chai'
import { isRefusal, resolveTransaction } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openPage } from './openPage.ts'

describe('25 Payment links: disputed payments', () => {
  rule('25.43', 'the page of a payment that its network disputes does not say that it is paid, or not paid', {
    'one that was paid, and is taken back': async () => {
      const { reports, decide, follow, ask, path, location } = await openPaid('succeeds')
      expect(textOf(await follow(location))).to.include(' Paid ')
      await reports({ outcome: 'reversed', providerRef: null, seen: {} })
      expect(textOf(await follow(location)))
        .to.include('Being checked : the network contradicts itself. Do not pay a second time: ask Duka')
        .and.not.include(' Paid ')
      expect(textOf(await ask(path))).to.include('The payment of this is being checked. Do not pay a second time')
      await decide('taken_back')
      expect(textOf(await follow(location)))
        .to.include('Taken back : the network has taken this payment back, so Duka does not have it')
        .and.not.include(' Paid ')
      expect(textOf(await ask(path)))
        .to.include('the network has taken the payment back: ask Duka for a new link.')
        .and.not.include('already been paid')
      await decide('stands')
      expect(textOf(await follow(location))).to.include(' Paid ')
      expect(textOf(await ask(path))).to.include('This has already been paid.')
    },
    'one that has failed, and may have been paid': async () => {
      const { reports, follow, location } = await openPaid('declines')
      expect((await follow(location)).body)
        .to.include('Not paid')
        .and.include('name="phone_number"')
      await reports({ outcome: 'succeeded', providerRef: null, networkReceipt: null, seen: {} })
      expect((await follow(location)).body)
        .to.include('Being checked')
        .and.include('Do not pay a second time')
        .and.not.include('Not paid')
        .and.not.include('name="phone_number"')
    },
    'the form of such a payment asks nobody else': async () => {
      const { reports, decide, send, form, network } = await openPaid('succeeds')
      await reports({ outcome: 'reversed', providerRef: null, seen: {} })
      const other = async () => textOf(await send({ ...form, phone_number: '0770 000 009' }))
      expect(await other()).to.include('…001 of MTN MoMo has already been asked, and the outcome is being checked.')
      await decide('taken_back')
      expect(await other()).to.include('…001 of MTN MoMo has paid, and the network has taken it back.')
      expect(network.received).to.have.length(1)
    },
  })

  /** A page whose one payment has ended in this way, and later reports about it. */
  async function openPaid(behaviour: 'succeeds' | 'declines') {
    const opened = await openPage()
    const { network, nonce, send, ports } = opened
    network.behaves(behaviour)
    const form = { nonce: await nonce() }
    const location = (await send({ ...form, phone_number: '0770 000 001' })).headers.location ?? ''
    const transactionId = location.split('/').at(-1) ?? ''
    return {
      ...opened,
      form,
      location,
      async reports(answer: Parameters<typeof network.answersEnquiry>[0]) {
        network.answersEnquiry(answer)
        await opened.hint({ transactionId })
      },
      async decide(end: 'taken_back' | 'stands') {
        const decided = await resolveTransaction(ports)({ transactionId, end, by: 'amina', because: 'ticket 4711' })
        if (isRefusal(decided)) throw new Error(decided.refused)
      },
    }
  }
})
