import { detectObjects } from '../cases/yolo.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://docs.ultralytics.com — API of release 8.4 */
export const library = defineLibrary({
  id: 'ultralytics',
  label: 'ultralytics',
  repo: 'https://github.com/ultralytics/ultralytics',
  docs: 'https://docs.ultralytics.com',
  filter: false,
  downloads: ext('pt'),
  names: { pypi: ['ultralytics', 'huggingface_hub'] },
  install: () => ({ python: ['ultralytics', 'huggingface_hub'] }),
  offers: (facts) => facts.tags.has('ultralytics') || [...facts.tags].some((tag) => /^yolov\d+$/.test(tag)),
  snippets: detectObjects,
})
