import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/TencentARC/GeometryCrafter */
export const library = defineLibrary({
  id: 'geometry-crafter',
  label: 'GeometryCrafter',
  repo: 'https://github.com/TencentARC/GeometryCrafter',
  downloads: path('point_map_vae/diffusion_pytorch_model.safetensors'),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
})
