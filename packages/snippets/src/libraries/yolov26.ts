import { detectObjects } from '../cases/yolo.ts'
import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://docs.ultralytics.com/models/yolo26/ — API of release 8.4 */
export const library = defineLibrary({
  id: 'yolov26',
  label: 'YOLOv26',
  repo: 'https://github.com/ultralytics/ultralytics',
  docs: 'https://docs.ultralytics.com/models/yolo26/',
  downloads: anyOf(ext('pt'), ext('safetensors')),
  names: { pypi: ['ultralytics', 'huggingface_hub'] },
  install: () => ({ python: ['ultralytics', 'huggingface_hub'] }),
  offers: () => false,
  snippets: detectObjects,
})
