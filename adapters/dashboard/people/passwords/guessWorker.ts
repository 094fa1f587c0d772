import { parentPort, workerData } from 'node:worker_threads'
import { type GuessedPassword, guessing } from './zxcvbn.ts'

parentPort?.postMessage(guessing()(workerData as GuessedPassword))
