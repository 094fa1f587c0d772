import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { CheckpointRequest } from '../../../../adapters/sqlite/durability/checkpointWorker.ts'
import type { Fuse } from './fuse.ts'

/** How long to wait for the copying, in milliseconds. */
const patienceMs = 500

/** Makes this process pass the fuse when it sends a command to the thread that copies the log. */
export function fuseCheckpoints(databasePath: string, fuse: Fuse): void {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function fusedPost(this: Worker, request: CheckpointRequest) {
    if (request === 'copy') fuse.pass('checkpoint-begun')
    if (request === 'beginAnew') {
      fuse.pass('checkpoint-copied')
      this.once('message', () => fuse.pass('checkpoint-ended'))
    }
    const changedAt = changeOf(databasePath)
    postMessage.call(this, request)
    if (request === 'copy' && fuse.waitsFor('checkpoint-copying')) passCopying(databasePath, changedAt, fuse)
  }
}

/** Only copying the log writes to the database. This thread waits, as it might on a busy machine. */
function passCopying(databasePath: string, before: bigint, fuse: Fuse): void {
  const giveUpMs = performance.now() + patienceMs
  while (changeOf(databasePath) === before && performance.now() < giveUpMs);
  if (changeOf(databasePath) !== before) fuse.pass('checkpoint-copying')
}

function changeOf(databasePath: string): bigint {
  return statSync(databasePath, { bigint: true }).mtimeNs
}
