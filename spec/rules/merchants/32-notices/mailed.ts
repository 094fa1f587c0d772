import { noticeFormFor } from '../../../../adapters/dashboard/people/notices/form.ts'
import { smtpMailer } from '../../../../adapters/mail/smtpMailer.ts'
import { isRefusal } from '../../../../core/sente.ts'
import { openHolder } from '../27-holders/holder.ts'
import { openMailServer } from './mailServer.ts'

/** An owner who wants everything by mail, and a mail server. */
export async function openMailed() {
  const server = await openMailServer()
  const mailer = smtpMailer(
    { url: server.url, from: 'sente@example.com', publicUrl: 'https://pay.example.com' },
    noticeFormFor,
  )
  const holder = await openHolder({ mailer })
  const { useCases, ports, network, caller, request: order, post, user, clock } = holder
  let payments = 0
  async function paid() {
    payments += 1
    network.behaves('succeeds')
    const request = {
      ...order,
      amount: 20_000,
      phoneNumber: '256770000001',
      network: 'MTN',
      reference: `s-${payments}`,
    }
    const opened = await useCases.collectMoney({ caller: await caller(), request })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    await useCases.noteEvents()
    await useCases.noteEvents()
  }
  async function confirm(address = 'amina@example.com') {
    await post('/me/notices/address', { address })
    const code = /^\d{6}$/m.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
    return { code, confirmed: await post('/me/notices/code', { code }) }
  }
  const choose = (pace = 'at_once') => post('/me/notices', { page: 'paid', mail: 'paid', pace })
  const states = async () => (await ports.notices.list({ userId: user.id, limit: 9 })).map(({ mail }) => mail)
  return { ...holder, server, paid, confirm, choose, states, clock }
}

/** The same with a confirmed address. */
export async function openConfirmed(pace?: string) {
  const mailed = await openMailed()
  await mailed.confirm()
  await mailed.choose(pace)
  mailed.server.mails.length = 0
  return mailed
}
