import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture and an instruction go in, and the edited picture comes out. The instruction says what to change in plain words; everything else should stay as it is, which is the hard part. Some models take several pictures: this person, in that coat, in this room.',
  uses: [
    { title: 'Edit in words', text: 'Remove a sign, change the season, turn the lamp on.' },
    { title: 'Keep a character', text: 'The same figure in many scenes, for a story or a brand.' },
    { title: 'Try on and furnish', text: 'Put a product into a photograph of the customer.' },
  ],
  input: 'One or more pictures and a prompt; guidance for the text and, in some models, another for the picture.',
  output: 'A picture, mostly in the size of the first input.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour by day' },
      { type: 'text', label: 'Prompt', content: 'Make it night and keep the lighthouse lamp lit' },
    ],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same harbour at night, with moonlight colours and a lit lamp' }],
  },
  files: { 'input.svg': picture(() => harbour()), 'output.svg': picture(() => harbour({ palette: palettes.night })) },
  metrics: [metric.fid, metric.clip, metric.identity],
  variants: [
    { name: 'Instruction editing', text: 'One picture, one sentence.' },
    { name: 'Several references', text: 'Subjects and styles from different pictures are combined.' },
    { name: 'With a mask', text: 'The edit is confined to an area.' },
  ],
  related: ['image-to-image', 'text-to-image', 'image-text-to-video', 'image-segmentation'],
}
