import type { Profile } from '../profile.ts'
import { airtelMerchant, airtelMerchantLedger } from './airtelMerchant.ts'
import { airtelUganda, airtelUgandaSigned } from './airtelUganda.ts'
import {
  mpesaOrganisation,
  mpesaOrganisationByAccount,
  mpesaOrganisationLong,
  mpesaOrganisationShort,
  mpesaOrganisationWithCurrency,
} from './mpesa.ts'
import { mtnRwanda, mtnRwandaByTime, mtnRwandaWithoutHeader, mtnRwandaWithoutId } from './mtn/rwanda.ts'
import { mtnUganda, mtnUgandaFull, mtnUgandaWithId } from './mtn/uganda.ts'
import { mtnUgandaAgent, mtnUgandaAgentByTime } from './mtn/ugandaAgent.ts'
import { withExternalId } from './withExternalId.ts'

/** The profiles that are part of sente. */
export const shippedProfiles: readonly Profile[] = [
  mtnUganda,
  mtnUgandaWithId,
  mtnUgandaFull,
  mtnUgandaAgent,
  mtnUgandaAgentByTime,
  mtnRwanda,
  mtnRwandaWithoutId,
  mtnRwandaWithoutHeader,
  mtnRwandaByTime,
  airtelUganda,
  airtelUgandaSigned,
  airtelMerchant,
  airtelMerchantLedger,
  mpesaOrganisation,
  mpesaOrganisationByAccount,
  mpesaOrganisationShort,
  mpesaOrganisationLong,
  mpesaOrganisationWithCurrency,
  withExternalId,
]
