import { expect } from 'chai'
import { memoryProvider } from '../../../../adapters/memory/memory.ts'
import {
  liveRiskLimits,
  lookUpRecipient,
  type Market,
  type Recipient,
  type RecipientPorts,
} from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { dataOf, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const phone_number = '256770000001'

const asked = `/recipients?network=MTN&phone_number=${phone_number}&currency=UGX`

const okello: Recipient = { isRegistered: true, name: { given: 'John', family: 'Okello' }, canReceive: true }

const nobody: Recipient = { isRegistered: false, name: null, canReceive: false }

type Setting = {
  readonly names?: 'initials' | 'full' | null
  readonly anHour?: number | null
  /** Replaced ports of the look-up. */
  readonly other?: Partial<RecipientPorts>
}

/** An API whose MTN knows this about every number, and returns it as set. */
async function openKnowing(
  recipient: Recipient | undefined,
  { names = 'initials', anHour = liveRiskLimits.names_an_hour, other }: Setting = {},
) {
  const mtn = { name: 'MTN', phoneNumbers: /^256[0-9]{9}$/, ...(names && { names }) }
  const market: Market = new Map([['UGX', { minimum: 500, maximum: 5_000_000, networks: [mtn] }]])
  const riskLimits = { ...liveRiskLimits, names_an_hour: anHour }
  const api = await overHttp((ports) => ({
    lookUpRecipient: lookUpRecipient({ ...ports, market, riskLimits, ...other }),
  }))
  api.network.knows(recipient)
  return { ...api, reported: async () => dataOf(await api.look(asked)) }
}

describe('22 Recipients', () => {
  rule(
    '22.1',
    'a look-up returns whether a number is registered, the initials and family name of its owner, and whether it can be paid',
    {
      'a user': async () => {
        const { reported } = await openKnowing(okello)
        expect(await reported()).to.deep.equal({ phone_number, registered: true, name: 'J. OKELLO', can_receive: true })
      },
      'names in other forms': table(
        ['given names', 'family name', 'shown'],
        [
          ['John Paul', 'okello', 'J. P. OKELLO'],
          ['', 'John Okello', 'J. OKELLO'],
          ['', 'Okello', 'OKELLO'],
          ['Élodie', 'Nakato Auma', 'É. NAKATO AUMA'],
          ['Grace', '', 'G.'],
          ['𐐨bel', 'Okello', '𐐀. OKELLO'],
        ],
        async (given, family, shown) => {
          const { reported } = await openKnowing({ ...okello, name: { given, family } })
          expect((await reported()).name).to.equal(shown)
        },
      ),
      'a user without a name in the answer': async () => {
        const { reported } = await openKnowing({ isRegistered: true, name: null, canReceive: null })
        expect(await reported()).to.deep.equal({ phone_number, registered: true, name: null, can_receive: null })
      },
      nobody: async () => {
        const { reported } = await openKnowing(nobody)
        expect(await reported()).to.deep.equal({ phone_number, registered: false, name: null, can_receive: false })
      },
    },
  )

  rule('22.2', 'the full name is shown only for a network with the operator’s setting', async () => {
    const { reported } = await openKnowing(okello, { names: 'full' })
    expect((await reported()).name).to.equal('JOHN OKELLO')
  })

  refusal('22.3', 'no_name_look_up', 'a network without the operator’s setting for it is not asked', {
    'one with hidden names': async () => {
      const { look, network } = await openKnowing(okello, { names: null })
      network.recipient = () => expect.fail('it was asked')
      expectError(await look(asked), 400, 'no_name_look_up', 'MTN returns no names here')
    },
    'one without such a look-up': async () => {
      const { recipient: _, ...silent } = memoryProvider({ name: 'silent' })
      const { look } = await openKnowing(okello, { other: { providerFor: () => silent } })
      expectError(await look(asked), 400, 'no_name_look_up', 'MTN returns no names here')
    },
  })

  refusal('22.4', 'name_unknown', 'a network without an answer leaves the name unknown', async () => {
    const { look, network } = await openKnowing(undefined)
    const message = 'MTN did not return a name for this phone number'
    expectError(await look(asked), 503, 'name_unknown', message)
    network.knows(okello)
    network.behaves('unreachable')
    expectError(await look(asked), 503, 'name_unknown', message)
  })

  rule('22.5', 'a look-up is refused like a payment to the number, and then no network is asked', {
    'each rule': table(
      ['query', 'code'],
      [
        ['network=MTN&currency=UGX', 'missing_fields'],
        ['network=MTN&phone_number=254712345678&currency=UGX', 'invalid_phone_number'],
        ['network=MTN&phone_number=0770&currency=UGX', 'malformed_fields'],
        ['network=mtn&phone_number=256770000001&currency=UGX', 'invalid_network'],
        ['network=MTN&phone_number=256770000001&currency=KES', 'currency_not_supported'],
      ],
      async (query, code) => {
        const { look, network } = await openKnowing(okello)
        network.recipient = () => expect.fail('it was asked')
        expect((await look(`/recipients?${query}`)).headers['error-code']).to.equal(code)
      },
    ),
    'an account without the currency': async () => {
      const { look, change } = await openKnowing(okello)
      await change((account) => ({ ...account, activatedCurrencies: [] }))
      expect((await look(asked)).headers['error-code']).to.equal('currency_not_activated')
    },
    'an account that may not use the API': table(
      ['error', 'code'],
      [
        ['kyc', 'kyc_incomplete'],
        ['apiAccess', 'api_access_off'],
      ],
      async (what, code) => {
        const { look, change, network } = await openKnowing(okello)
        network.recipient = () => expect.fail('it was asked')
        await change((account) => ({ ...account, ...(what === 'kyc' ? { kyc: 'incomplete' } : { apiAccess: false }) }))
        expect((await look(asked)).headers['error-code']).to.equal(code)
      },
    ),
  })

  rule(
    '22.6',
    'an account has a limit of look-ups of names in an hour, also for requests at once, and other accounts are not affected',
    {
      'at once': async () => {
        const api = await openKnowing(okello, { anHour: 5 })
        let asks = 0
        api.network.recipient = async () => {
          asks += 1
          return okello
        }
        const answers = await Promise.all(Array.from({ length: 20 }, () => api.look(asked)))
        expect([answers.filter(({ status }) => status === 200).length, asks]).to.deep.equal([5, 5])
        const refused = answers.find(({ status }) => status !== 200)
        expect(refused?.headers['retry-after']).to.match(/^(3600|3599)$/)
        expect(refused?.text).to.match(
          /Limit reached: at most 5 names of recipients in an hour. It ends in \d+ seconds/,
        )
        expect((await api.look(asked, await otherAccount(api))).status).to.equal(200)
      },
      'and again an hour later': async () => {
        const { look, clock } = await openKnowing(okello, { anHour: 1 })
        expect((await look(asked)).status).to.equal(200)
        clock.forwardMs(hourMs - 1_000)
        expect((await look(asked)).status).to.equal(429)
        clock.forwardMs(1_000)
        expect((await look(asked)).status).to.equal(200)
      },
      'with the time until the first of them is an hour old': async () => {
        const { look, clock, network } = await openKnowing(okello, { anHour: 2 })
        const asksFor: (string | undefined)[] = []
        network.recipient = async ({ phoneNumber, currency }) => {
          asksFor.push(phoneNumber, currency)
          return okello
        }
        const minutesLeft = async () => Math.ceil(Number((await look(asked)).headers['retry-after']) / 60)
        expect((await look(asked)).status).to.equal(200)
        clock.forwardMs(hourMs / 6)
        expect((await look(asked)).status).to.equal(200)
        clock.forwardMs(hourMs / 6)
        expect(await minutesLeft()).to.equal(40)
        clock.forwardMs(hourMs / 2)
        expect(await minutesLeft()).to.equal(10)
        expect(asksFor).to.deep.equal(['256770000001', 'UGX', '256770000001', 'UGX'])
      },
      'without a limit': async () => {
        const accounts = { countNameLookUp: () => expect.fail('it was counted') }
        const { look } = await openKnowing(nobody, { anHour: null, other: { accounts } })
        const answers = await Promise.all(Array.from({ length: 70 }, () => look(asked)))
        expect(answers.filter(({ status }) => status === 200)).to.have.length(70)
      },
    },
  )

  rule('22.7', 'an unregistered number counts twice', {
    'while there is room': async () => {
      const { look, network } = await openKnowing(nobody, { anHour: 3 })
      expect((await look(asked)).status).to.equal(200)
      network.knows(okello)
      expect((await look(asked)).status).to.equal(200)
      expect((await look(asked)).status).to.equal(429)
    },
    'as the last one, too': async () => {
      const { look, network, clock } = await openKnowing(okello, { anHour: 2 })
      expect((await look(asked)).status).to.equal(200)
      network.knows(nobody)
      clock.forwardMs(hourMs / 2)
      expect((await look(asked)).status).to.equal(200)
      clock.forwardMs(hourMs / 6)
      expect((await look(asked)).headers['retry-after']).to.match(/^(3000|2999)$/)
      clock.forwardMs(hourMs / 3)
      expect((await look(asked)).status).to.equal(429)
      clock.forwardMs(hourMs / 2)
      expect((await look(asked)).status).to.equal(200)
    },
  })
})
