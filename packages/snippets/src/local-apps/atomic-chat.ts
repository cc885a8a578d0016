import { defineApp } from '../local-app.ts'
import { idInPath, linkOrDownload } from './parts.ts'
import { isGguf, isMlx } from './predicates.ts'

export const app = defineApp({
  id: 'atomic-chat',
  label: 'Atomic Chat',
  docs: 'https://atomic.chat',
  task: 'text-generation',
  offers: (facts) => isGguf(facts) || isMlx(facts),
  answer: (facts, target) => linkOrDownload('Atomic Chat', facts, target, `atomic-chat://models/huggingface/${idInPath(facts)}`),
})
