import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour, palettes } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A description goes in, and a short video comes out. Most models are diffusion models that treat space and time together; every second costs about as much as dozens of pictures, so clips are short and large GPUs are needed.',
  uses: [
    { title: 'Footage', text: 'Shots that are too costly, dangerous or impossible to film.' },
    { title: 'Previews', text: 'Animate a script before production.' },
    { title: 'Teaching', text: 'Show a process that no camera sees.' },
  ],
  input: 'A prompt about subject, motion, camera and light; size, number of frames, steps, guidance and a seed.',
  output: 'Frames, or a video file of two to ten seconds; a few models add sound.',
  demo: {
    inputs: [
      { type: 'text', label: 'Prompt', content: 'A boat with a red sail comes into a harbour from the left, poster style, still camera' },
    ],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'For five seconds a boat with a red sail comes in from the left' }],
  },
  files: { 'output.svg': picture(() => harbour({ palette: palettes.poster, motion: 'sail' })) },
  metrics: [{ ...metric.inceptionScore, id: 'is' }, { ...metric.fid, id: 'fid' }, metric.fvd, metric.clipSim],
  variants: [
    { name: 'From an image', text: 'The first frame is given: image-to-video.' },
    { name: 'Longer', text: 'Clips continue the last frames of the one before.' },
    { name: 'With sound', text: 'Picture and sound together.' },
    { name: 'With control', text: 'Poses, depth or camera paths for each frame.' },
  ],
  related: ['image-to-video', 'text-to-image', 'image-text-to-video', 'video-to-video'],
}
