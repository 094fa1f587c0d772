import { listActions, verifyActions } from '../actions/listActions.ts'
import { listCloses } from '../actions/listCloses.ts'
import { noteClose } from '../actions/noteClose.ts'
import { findUpkeep, noteAudit, noteBackup } from '../actions/upkeep.ts'

/**
 * The use cases for the recorded actions
 *
 * @hidden
 */
export const actionUseCases = { listActions, verifyActions, listCloses, findUpkeep, noteAudit, noteBackup, noteClose }
