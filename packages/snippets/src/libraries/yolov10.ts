import { detectObjects } from '../cases/yolo.ts'
import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** The weights are loaded with ultralytics, which adopted the model. @see https://docs.ultralytics.com/models/yolov10/ — API of release 8.4 */
export const library = defineLibrary({
  id: 'yolov10',
  label: 'YOLOv10',
  repo: 'https://github.com/THU-MIG/yolov10',
  docs: 'https://docs.ultralytics.com/models/yolov10/',
  downloads: anyOf(ext('pt'), ext('safetensors')),
  names: { pypi: ['ultralytics', 'huggingface_hub'] },
  install: () => ({ python: ['ultralytics', 'huggingface_hub'] }),
  // For the tag yolov10, the library ultralytics is offered.
  offers: () => false,
  snippets: detectObjects,
})
