import { eraseOldNumbers } from '../personalData/eraseOldNumbers.ts'
import { listPhoneNumbers } from '../personalData/listNumbers.ts'
import { erasePersonalData, findPersonalData } from '../personalData/personalData.ts'

/**
 * The use cases for stored phone numbers.
 *
 * @hidden
 */
export const personalDataUseCases = { eraseOldNumbers, listPhoneNumbers, erasePersonalData, findPersonalData }
