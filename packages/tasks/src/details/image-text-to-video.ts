import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture and a prompt go in, and a video comes out that shows the subject of the picture doing what the prompt says. The picture may be the first frame, the last, or only a reference for how a person or thing looks.',
  uses: [
    { title: 'Directed animation', text: 'The still fixes the look, the words the action.' },
    { title: 'Consistent characters', text: 'The same figure in shot after shot.' },
    { title: 'Advertising', text: 'One product photograph, many short clips.' },
  ],
  input: 'One or more pictures, a prompt for motion and camera, number of frames, steps, guidance and a seed.',
  output: 'A clip of some seconds.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour at dawn with a boat' },
      { type: 'text', label: 'Prompt', content: 'The boat comes in from the left and slows down, the camera stands still' },
    ],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'For five seconds the boat comes in from the left and slows down' }],
  },
  files: {
    'input.svg': picture(() => harbour({ palette: palettes.dawn })),
    'output.svg': picture(() => harbour({ palette: palettes.dawn, motion: 'sail' })),
  },
  metrics: [metric.fvd, metric.clipSim, metric.identity],
  variants: [
    { name: 'First frame', text: 'The video begins with the picture.' },
    { name: 'Reference', text: 'The picture shows who or what, not where.' },
    { name: 'With sound or speech', text: 'A recording steers lips and motion.' },
  ],
  related: ['image-to-video', 'text-to-video', 'image-text-to-image', 'video-to-video'],
}
