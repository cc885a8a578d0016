import { defineApp } from '../local-app.ts'
import { idInPath, linkOrDownload } from './parts.ts'
import { isGguf } from './predicates.ts'

export const app = defineApp({
  id: 'backyard',
  label: 'Backyard AI',
  docs: 'https://backyard.ai',
  task: 'text-generation',
  offers: isGguf,
  answer: (facts, target) => linkOrDownload('Backyard AI', facts, target, `https://backyard.ai/hf/model/${idInPath(facts)}`),
})
