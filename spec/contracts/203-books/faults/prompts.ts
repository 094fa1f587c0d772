import type { Prompt } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { batched, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.53 to 203.56. */
export const faultsOfPrompts: Faults<Store> = {
  '203.53': spoilingSteps('the prompts of a phone number show to all others', () => {
    let latest: readonly Prompt[] = []
    return {
      step: (work, { phoneNumber }) => ({
        prompts: () => (phoneNumber === '256770000002' ? latest : work.prompts()),
        keepPrompts(prompts) {
          latest = prompts
          work.keepPrompts(prompts)
        },
      }),
    }
  }),
  '203.54': spoilingSteps('what was never sent counts as a prompt that has ended', () => {
    const kept = new Map<string, readonly Prompt[]>()
    return {
      step: (work, { phoneNumber = '' }) => ({
        prompts() {
          const seen = new Map(work.prompts().map((prompt) => [prompt.transactionId, prompt]))
          return (kept.get(phoneNumber) ?? []).map((one) => seen.get(one.transactionId) ?? { ...one, isOpen: false })
        },
        keepPrompts(prompts) {
          if (prompts.length > 0) kept.set(phoneNumber, prompts)
          work.keepPrompts(prompts)
        },
      }),
    }
  }),
  '203.55': spoilingSteps('that nothing is kept is remembered at once', () => {
    const emptied = new Set<string>()
    return {
      step: (work, { phoneNumber = '' }) => ({
        prompts: () => (emptied.has(phoneNumber) ? [] : work.prompts()),
        keepPrompts(prompts) {
          if (prompts.length === 0) emptied.add(phoneNumber)
          work.keepPrompts(prompts)
        },
      }),
    }
  }),
  '203.56': spoilingSteps('steps at once see the prompts that the first of them saw', () => {
    const batch = batched(() => ({ seen: undefined as readonly Prompt[] | undefined }))
    return {
      step: (work) => ({
        prompts() {
          const shared = batch()
          shared.seen ??= work.prompts()
          return shared.seen
        },
      }),
    }
  }),
}
