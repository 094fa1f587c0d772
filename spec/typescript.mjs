import { isMainThread } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// `--import tsx` leaves worker threads out.
if (!isMainThread) register()
