import { defineApp } from '../local-app.ts'
import { linkOrDownload, queryValue } from './parts.ts'
import { isGguf } from './predicates.ts'

export const app = defineApp({
  id: 'recursechat',
  label: 'RecurseChat',
  docs: 'https://recurse.chat',
  task: 'text-generation',
  isMacOnly: true,
  offers: isGguf,
  answer: (facts, target) =>
    linkOrDownload('RecurseChat', facts, target, `recursechat://new-hf-gguf-model?hf-model-id=${queryValue(facts.id)}`),
})
