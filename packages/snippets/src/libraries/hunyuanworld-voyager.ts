import { defineLibrary } from '../library.ts'

/** @see https://github.com/Tencent-Hunyuan/HunyuanWorld-Voyager */
export const library = defineLibrary({
  id: 'hunyuanworld-voyager',
  label: 'HunyuanWorld-voyager',
  repo: 'https://github.com/Tencent-Hunyuan/HunyuanWorld-Voyager',
  downloads: 'default',
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
