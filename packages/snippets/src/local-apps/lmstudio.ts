import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { chooseFile, downloadAllStep, downloadStep, filePath, isPublishedDefault, knowsOneHub, queryValue } from './parts.ts'
import { isGguf, isMlx } from './predicates.ts'

/** @see https://lmstudio.ai/docs — `lms import` accepts a GGUF file that was downloaded elsewhere */
export const app = defineApp({
  id: 'lmstudio',
  label: 'LM Studio',
  docs: 'https://lmstudio.ai',
  task: 'text-generation',
  offers: (facts) => isGguf(facts) || isMlx(facts),
  answer(facts, target) {
    const chosen = chooseFile(facts)
    if (isPublishedDefault(target)) {
      const file = chosen.file === null ? '' : `&file=${queryValue(chosen.file)}`
      return { steps: [], link: `lmstudio://open_from_hf?model=${queryValue(facts.id)}${file}` }
    }
    const notes = knowsOneHub('LM Studio', target)
    if (!facts.hasGguf) return { steps: [downloadAllStep(facts, target)], notes }
    return {
      steps: [downloadStep(facts, target), { id: 'import', title: 'Give the file to LM Studio', code: sh`lms import ${filePath(chosen)}` }],
      notes,
    }
  },
})
