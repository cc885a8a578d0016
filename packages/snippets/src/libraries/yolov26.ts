import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://docs.ultralytics.com/models/yolo26/ */
export const library = defineLibrary({
  id: 'yolov26',
  label: 'YOLOv26',
  repo: 'https://github.com/ultralytics/ultralytics',
  docs: 'https://docs.ultralytics.com/models/yolo26/',
  downloads: anyOf(ext('pt'), ext('safetensors')),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
