import { expect } from 'chai'
import { systemClock } from '../../../adapters/node/node.ts'
import { type AirtelSettings, airtelMoney } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import { test } from '../../rule.ts'
import { airtelAt } from '../airtelScript.ts'
import { settingsFor } from '../scriptedNetwork.ts'

const http = providerHttp()
const clock = systemClock
const airtel: AirtelSettings = airtelAt('https://openapi.airtel.ug')
const mtn = settingsFor('https://momo.example')
const ofAirtel = (change: Partial<AirtelSettings> = {}) =>
  airtelMoney({ settings: { ...airtel, ...change }, http, clock }).fingerprint
const ofMtn = (change: object = {}) => mtnMomo({ settings: { ...mtn, ...change }, http, clock }).fingerprint

describe('Common to the networks: fingerprints', () => {
  test('the fingerprint changes with every setting that changes an enquiry, and with no secret', {
    Airtel: () => {
      const changes: Partial<AirtelSettings>[] = [
        { network: 'OTHER' },
        { baseUrl: 'https://openapi.airtel.africa' },
        { prefix: '/simulate' },
        { country: 'KE' },
        { currency: 'KES' },
        { clientId: 'client-2' },
        { disbursement: 'v2' },
        { paths: { payments: '/merchant/v2/payments/' } },
        { paths: { paymentEnquiry: '/standard/v2/payments/{id}' } },
        { paths: { disbursements: '/standard/v3/disbursements' } },
        { paths: { disbursementEnquiry: '/standard/v1/disbursements/{id}?transactionType=B2C' } },
      ]
      const fingerprints = [ofAirtel(), ...changes.map(ofAirtel)]
      expect(new Set(fingerprints).size).to.equal(fingerprints.length)
      expect(ofAirtel({ clientSecret: 'other', pin: '1357', baseUrl: `${airtel.baseUrl}/` })).to.equal(ofAirtel())
    },
    MTN: () => {
      const user = { subscriptionKey: 'k', apiUser: 'other', apiKey: 'k' }
      const changes = [
        { network: 'OTHER' },
        { baseUrl: 'https://proxy.example' },
        { targetEnvironment: 'mtnghana' },
        { collection: user },
        { disbursement: user },
      ]
      const fingerprints = [ofMtn(), ...changes.map(ofMtn)]
      expect(new Set(fingerprints).size).to.equal(fingerprints.length)
    },
  })

  test('absences under a fingerprint with a version do not count for a payment opened under one without', () => {
    const before = 'AIRTEL https://openapi.airtel.ug UG client-1'
    for (const disbursement of ['v1', 'v2', 'v3'] as const) expect(ofAirtel({ disbursement })).not.to.equal(before)
    // MTN's fingerprint never lacked a part.
    expect(ofMtn()).to.equal('MTN https://momo.example mtnuganda c-user d-user')
  })
})
