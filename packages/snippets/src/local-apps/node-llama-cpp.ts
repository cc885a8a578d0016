import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { chooseFile, downloadStep, filePath, idWithQuant, isPublishedDefault } from './parts.ts'
import { isGguf } from './predicates.ts'

/** @see https://node-llama-cpp.withcat.ai — the command line of release 3 */
export const app = defineApp({
  id: 'node-llama-cpp',
  label: 'node-llama-cpp',
  docs: 'https://node-llama-cpp.withcat.ai',
  task: 'text-generation',
  offers: isGguf,
  answer(facts, target) {
    const isPublished = isPublishedDefault(target)
    const model = isPublished ? sh`${`hf:${idWithQuant(facts)}`}` : filePath(chooseFile(facts))
    return {
      steps: [
        ...(isPublished ? [] : [downloadStep(facts, target)]),
        { id: 'chat', title: 'Chat in the terminal', code: sh`npx -y node-llama-cpp chat ${model}` },
        { id: 'estimate', title: 'See whether it fits this machine', code: sh`npx -y node-llama-cpp inspect estimate ${model}` },
      ],
    }
  },
})
