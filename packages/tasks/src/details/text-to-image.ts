import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A description goes in, and a picture comes out. Diffusion models start from noise and remove it in steps, guided by the text; other models write the picture as tokens. Small adapters (LoRA) teach a subject or a style with a dozen pictures, and fit on top of a model that many share.',
  uses: [
    { title: 'Illustrate', text: 'Pictures for articles, covers, games and lessons.' },
    { title: 'Design', text: 'Many variants of a room, a logo or a dress in an hour, before one is made properly.' },
    { title: 'Training data', text: 'Rare scenes for detectors, with known content.' },
  ],
  input:
    'A prompt, often a negative prompt for what should not appear, the size, the number of steps, the strength of guidance and a seed. Distilled models need 1 to 8 steps instead of 20 to 50.',
  output: 'One or more pictures. The same seed and settings give the same picture on the same hardware.',
  demo: {
    inputs: [
      {
        type: 'text',
        label: 'Prompt',
        content: 'A sailing boat in a small harbour at dawn, a striped lighthouse on the headland, flat colours',
      },
    ],
    outputs: [
      {
        type: 'img',
        filename: 'output.svg',
        alt: 'A sailing boat in front of violet hills under an orange sky, a striped lighthouse to the right',
      },
    ],
  },
  files: { 'output.svg': picture(() => harbour({ palette: palettes.dawn })) },
  metrics: [metric.inceptionScore, metric.fid, metric.rPrecision, metric.clip],
  variants: [
    { name: 'With an adapter', text: 'A LoRA of some megabytes adds a style or a subject; its card names the word that calls it up.' },
    { name: 'With control', text: 'Edges, depth or a pose fix the layout (ControlNet).' },
    { name: 'Inpainting', text: 'Only the part under a mask is drawn.' },
    { name: 'Distilled', text: 'Few steps, for real time.' },
  ],
  related: ['image-to-image', 'image-text-to-image', 'unconditional-image-generation', 'text-to-video'],
}
