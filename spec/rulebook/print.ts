import { statedRules } from './statements.ts'

console.log(JSON.stringify(await statedRules()))
