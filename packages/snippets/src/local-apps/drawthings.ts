import { defineApp } from '../local-app.ts'
import { linkOrDownload, queryValue } from './parts.ts'
import { isPictureModel } from './predicates.ts'

export const app = defineApp({
  id: 'drawthings',
  label: 'Draw Things',
  docs: 'https://drawthings.ai',
  task: 'text-to-image',
  isMacOnly: true,
  offers: isPictureModel,
  answer(facts, target) {
    const call = facts.tags.has('lora') ? 'pipeline.load_lora_weights' : 'pipeline.from_pretrained'
    return linkOrDownload('Draw Things', facts, target, `https://drawthings.ai/import/diffusers/${call}?repo_id=${queryValue(facts.id)}`)
  },
})
