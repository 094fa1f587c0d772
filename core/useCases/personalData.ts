import { eraseOldNumbers } from '../personalData/eraseOldNumbers.ts'
import { listPhoneNumbers } from '../personalData/listNumbers.ts'
import { erasePersonalData, findPersonalData } from '../personalData/personalData.ts'

/** What is done about phone numbers that are kept. */
export const personalDataUseCases = { eraseOldNumbers, listPhoneNumbers, erasePersonalData, findPersonalData }
