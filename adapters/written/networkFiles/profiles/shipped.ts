import type { Profile } from '../profile.ts'
import { airtelUganda, airtelUgandaSigned } from './airtelUganda.ts'
import {
  mpesaOrganisation,
  mpesaOrganisationByAccount,
  mpesaOrganisationLong,
  mpesaOrganisationShort,
  mpesaOrganisationWithCurrency,
} from './mpesa.ts'
import { mtnRwanda, mtnRwandaByTime, mtnRwandaWithoutHeader, mtnRwandaWithoutId } from './mtn/rwanda.ts'
import { mtnUganda, mtnUgandaWithId } from './mtn/uganda.ts'
import { mtnUgandaAgent, mtnUgandaAgentByTime } from './mtn/ugandaAgent.ts'
import { withExternalId } from './withExternalId.ts'

/** The profiles that are part of sente. */
export const shippedProfiles: readonly Profile[] = [
  mtnUganda,
  mtnUgandaWithId,
  mtnUgandaAgent,
  mtnUgandaAgentByTime,
  mtnRwanda,
  mtnRwandaWithoutId,
  mtnRwandaWithoutHeader,
  mtnRwandaByTime,
  airtelUganda,
  airtelUgandaSigned,
  mpesaOrganisation,
  mpesaOrganisationByAccount,
  mpesaOrganisationShort,
  mpesaOrganisationLong,
  mpesaOrganisationWithCurrency,
  withExternalId,
]
