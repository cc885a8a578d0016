import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'

/** @see https://github.com/comfyanonymous/ComfyUI */
export const library = defineLibrary({
  id: 'diffusion-single-file',
  label: 'Diffusion Single File',
  repoName: 'diffusion-single-file',
  repo: 'https://github.com/comfyanonymous/ComfyUI',
  filter: false,
  downloads: ext('safetensors'),
  names: { none: 'No loading call is documented whose names could be looked up.' },
})
