import type { Profile } from '../profile.ts'
import { airtelUganda } from './airtelUganda.ts'
import { mpesaOrganisation } from './mpesa.ts'
import { mtnRwanda, mtnRwandaWithoutHeader, mtnRwandaWithoutId } from './mtnRwanda.ts'
import { mtnUganda, mtnUgandaWithId } from './mtnUganda.ts'
import { withExternalId } from './withExternalId.ts'

/** The profiles that are part of sente. */
export const shippedProfiles: readonly Profile[] = [
  mtnUganda,
  mtnUgandaWithId,
  mtnRwanda,
  mtnRwandaWithoutId,
  mtnRwandaWithoutHeader,
  airtelUganda,
  mpesaOrganisation,
  withExternalId,
]
