import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** Models for the NPUs of Rockchip boards, run by a C library. */
export const library = defineLibrary({
  id: 'rkllm',
  label: 'RKLLM',
  repo: 'https://github.com/airockchip/rknn-llm',
  downloads: ext('rkllm'),
  names: { none: 'On no public registry: the runtime is a C library of its repository.' },
})
