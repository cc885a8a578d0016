import { defineApp } from '../local-app.ts'
import { idInPath, linkOrDownload } from './parts.ts'
import { isGguf } from './predicates.ts'

export const app = defineApp({
  id: 'jan',
  label: 'Jan',
  docs: 'https://jan.ai',
  task: 'text-generation',
  offers: isGguf,
  answer: (facts, target) => linkOrDownload('Jan', facts, target, `jan://models/huggingface/${idInPath(facts)}`),
})
