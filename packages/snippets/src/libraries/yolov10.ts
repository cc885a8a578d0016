import { detectObjects } from '../cases/yolo.ts'
import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** The weights load with ultralytics, which took the model over. @see https://docs.ultralytics.com/models/yolov10/ — API of release 8.4 */
export const library = defineLibrary({
  id: 'yolov10',
  label: 'YOLOv10',
  repo: 'https://github.com/THU-MIG/yolov10',
  docs: 'https://docs.ultralytics.com/models/yolov10/',
  downloads: anyOf(ext('pt'), ext('safetensors')),
  names: { pypi: ['ultralytics', 'huggingface_hub'] },
  install: () => ({ python: ['ultralytics', 'huggingface_hub'] }),
  // A tag yolov10 is what ultralytics answers to.
  offers: () => false,
  snippets: detectObjects,
})
