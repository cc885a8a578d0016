import { sh } from '../code/index.ts'
import type { Note } from '../library.ts'
import { defineApp } from '../local-app.ts'
import { chooseFile, downloadAllStep, downloadStep, idWithQuant, isPublishedDefault, knowsOneHub } from './parts.ts'
import { isGguf } from './predicates.ts'

const npu: Note = { code: 'platform', text: 'Models for Ryzen AI need a processor with an XDNA 2 NPU.' }

/** @see https://lemonade-server.ai */
export const app = defineApp({
  id: 'lemonade',
  label: 'Lemonade',
  docs: 'https://lemonade-server.ai',
  task: 'text-generation',
  offers: (facts) => isGguf(facts) || facts.tags.has('ryzenai-npu') || facts.tags.has('ryzenai-hybrid'),
  answer(facts, target) {
    const notes = isGguf(facts) ? [] : [npu]
    if (!isPublishedDefault(target)) {
      const step = facts.hasGguf ? downloadStep(facts, target) : downloadAllStep(facts, target)
      return { steps: [step], notes: [...knowsOneHub('Lemonade', target), ...notes] }
    }
    const { quant } = chooseFile(facts)
    const model = isGguf(facts) ? idWithQuant(facts) : facts.id
    const name = `user.${facts.name}${isGguf(facts) && quant !== null ? `-${quant}` : ''}`
    return {
      steps: [
        { id: 'pull', title: 'Fetch it', code: sh`lemonade pull ${model}` },
        { id: 'run', title: 'Run it', code: sh`lemonade run ${name}` },
        { id: 'list', title: 'See what there is', code: sh`lemonade list` },
      ],
      notes,
    }
  },
})
