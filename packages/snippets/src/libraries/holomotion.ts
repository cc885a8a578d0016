import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/HorizonRobotics/HoloMotion */
export const library = defineLibrary({
  id: 'holomotion',
  label: 'HoloMotion',
  repo: 'https://github.com/HorizonRobotics/HoloMotion',
  filter: false,
  downloads: ext('onnx'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
