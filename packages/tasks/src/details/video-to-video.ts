import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A video goes in, and a changed video comes out: sharper, slower, in another style, with something removed or replaced. Editing frame by frame flickers, so the models look at several frames at once and keep what they draw consistent in time.',
  uses: [
    { title: 'Restore', text: 'Enlarge, remove noise, colour old films.' },
    { title: 'Edit', text: 'Take a person or a sign out of a shot; change the weather.' },
    { title: 'Animate', text: 'Transfer a movement to another figure, or a style to the whole.' },
    { title: 'Smooth motion', text: 'Frames in between, for slow motion and higher rates.' },
  ],
  input: 'A video, and depending on the model a prompt, a mask, a reference picture or a sequence of poses.',
  output: 'A video of the same length, mostly without sound: put the original sound back.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'For five seconds a boat comes into a harbour by day' }],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same movement at night' }],
  },
  files: {
    'input.svg': picture(() => harbour({ motion: 'sail' })),
    'output.svg': picture(() => harbour({ palette: palettes.night, motion: 'sail' })),
  },
  metrics: [
    metric.fvd,
    {
      ...metric.psnr,
      description:
        'Mean squared error against the true frames, in decibels. For restoration and frames in between, where the truth is known.',
    },
    {
      id: 'warping_error',
      name: 'Warping error',
      description: 'Difference between a frame and its neighbour after the motion between them is undone: how much the video flickers.',
      better: 'lower',
    },
  ],
  variants: [
    { name: 'Super-resolution', text: 'More pixels, consistent in time.' },
    { name: 'Frame interpolation', text: 'Frames between the given ones.' },
    { name: 'Inpainting', text: 'What is under a moving mask is drawn again.' },
    { name: 'Style and motion transfer', text: 'Another look, or another figure for the same movement.' },
  ],
  related: ['image-to-image', 'image-to-video', 'text-to-video', 'video-classification'],
}
