import { defineApp } from '../local-app.ts'
import { idInPath, linkOrDownload } from './parts.ts'
import { isGguf, isPictureModel } from './predicates.ts'

export const app = defineApp({
  id: 'jellybox',
  label: 'Jellybox',
  docs: 'https://jellybox.com',
  task: 'text-generation',
  offers: (facts) => isGguf(facts) || (isPictureModel(facts) && facts.tags.has('safetensors')),
  answer(facts, target) {
    const kind = isGguf(facts) ? 'llm/models/huggingface/LLM' : `image/models/huggingface/${facts.tags.has('lora') ? 'ImageLora' : 'Image'}`
    return linkOrDownload('Jellybox', facts, target, `jellybox://${kind}/${idInPath(facts)}`)
  },
})
