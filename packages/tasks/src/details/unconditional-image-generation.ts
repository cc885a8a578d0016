import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { shells } from '../pictures/figures.ts'

export const detail: TaskDetail = {
  summary:
    'Nothing but random numbers goes in, and a picture like those of the training set comes out. Such models learn one kind of picture, such as faces, flowers or cells, and nothing of language; they are where most methods of image generation were first tried.',
  uses: [
    { title: 'Learn and teach', text: 'Train a diffusion model from nothing on a single GPU, on a few thousand small pictures.' },
    { title: 'More data', text: 'Further examples of a rare class, after a check that they are not copies.' },
    { title: 'Data without people', text: 'Faces, X-rays or signatures that belong to nobody.' },
  ],
  input: 'A seed, the number of pictures, the number of steps; models with classes also a class.',
  output: 'Pictures of a fixed size. Compare them with the training set: a model with too little data repeats it.',
  demo: {
    inputs: [
      { type: 'text', label: 'Seed', content: '20' },
      { type: 'text', label: 'Number of images', content: '9' },
    ],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'Nine scallop shells, all different in colour, width and number of ribs' }],
  },
  files: { 'output.svg': picture(shells) },
  metrics: [metric.inceptionScore, metric.fid],
  variants: [
    { name: 'Diffusion', text: 'Noise is removed step by step.' },
    { name: 'GAN', text: 'One step; trained against a network that tries to tell its pictures from real ones.' },
    { name: 'Class-conditional', text: 'A class can be chosen, but not described.' },
  ],
  related: ['text-to-image', 'image-to-image'],
}
