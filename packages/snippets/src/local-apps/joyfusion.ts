import { defineApp } from '../local-app.ts'
import { linkOrDownload, queryValue } from './parts.ts'

export const app = defineApp({
  id: 'joyfusion',
  label: 'JoyFusion',
  docs: 'https://joyfusion.app',
  task: 'text-to-image',
  isMacOnly: true,
  offers: (facts) => facts.tags.has('coreml') && facts.tags.has('joyfusion') && facts.task === 'text-to-image',
  answer: (facts, target) =>
    linkOrDownload('JoyFusion', facts, target, `https://joyfusion.app/import_from_hf?repo_id=${queryValue(facts.id)}`),
})
