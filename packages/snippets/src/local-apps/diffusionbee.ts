import { defineApp } from '../local-app.ts'
import { linkOrDownload, queryValue } from './parts.ts'

export const app = defineApp({
  id: 'diffusionbee',
  label: 'DiffusionBee',
  docs: 'https://diffusionbee.com',
  task: 'text-to-image',
  isMacOnly: true,
  offers: (facts) => facts.library === 'diffusers' && facts.task === 'text-to-image',
  answer: (facts, target) =>
    linkOrDownload('DiffusionBee', facts, target, `https://diffusionbee.com/huggingface_import?model_id=${queryValue(facts.id)}`),
})
