import { defineApp } from '../local-app.ts'
import { idInPath, linkOrDownload } from './parts.ts'
import { isGguf } from './predicates.ts'

export const app = defineApp({
  id: 'msty',
  label: 'Msty',
  docs: 'https://msty.app',
  task: 'text-generation',
  offers: isGguf,
  answer: (facts, target) => linkOrDownload('Msty', facts, target, `msty://models/search/hf/${idInPath(facts)}`),
})
