import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/Tencent/HunyuanDiT */
export const library = defineLibrary({
  id: 'hunyuan-dit',
  label: 'HunyuanDiT',
  repo: 'https://github.com/Tencent/HunyuanDiT',
  downloads: anyOf(path('pytorch_model_ema.pt'), path('pytorch_model_distill.pt')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
