import { defineApp } from '../local-app.ts'
import { chooseFile, linkOrDownload, queryValue } from './parts.ts'
import { isGguf } from './predicates.ts'

export const app = defineApp({
  id: 'unsloth',
  label: 'Unsloth Desktop',
  docs: 'https://unsloth.ai/docs',
  task: 'text-generation',
  offers: (facts) => facts.tags.has('unsloth') || isGguf(facts),
  answer(facts, target) {
    const { file } = chooseFile(facts)
    const link = `unsloth://open_from_hf?model=${queryValue(facts.id)}${file === null ? '' : `&file=${queryValue(file)}`}`
    return linkOrDownload('Unsloth Desktop', facts, target, link)
  },
})
