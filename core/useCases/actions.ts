import { listActions, verifyActions } from '../actions/listActions.ts'
import { findUpkeep, noteAudit, noteBackup, noteClose } from '../actions/upkeep.ts'

/**
 * The use cases for the recorded actions
 *
 * @hidden
 */
export const actionUseCases = { listActions, verifyActions, findUpkeep, noteAudit, noteBackup, noteClose }
