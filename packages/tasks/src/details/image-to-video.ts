import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and a short video that begins with it comes out. The picture fixes what is shown, so the model only has to invent motion; most models take a prompt that says what should move and how.',
  uses: [
    { title: 'Bring stills to life', text: 'Product pictures, illustrations, album covers, old photographs.' },
    { title: 'Storyboards', text: 'See how a shot could move before it is filmed.' },
    { title: 'Between two pictures', text: 'Give first and last frame, and let the model fill in the way.' },
  ],
  input: 'A picture in the proportions of the model, mostly with a prompt about motion and camera, the number of frames and a seed.',
  output: 'Two to ten seconds of frames, often at 16 or 24 a second. It takes minutes on a large GPU.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A still picture of a boat in a harbour' },
      { type: 'text', label: 'Prompt (optional)', content: 'The boat rolls gently in the swell, gulls pass' },
    ],
    outputs: [{ type: 'img', filename: 'output.svg', alt: 'The same picture moves for five seconds: boat and buoy roll, gulls pass' }],
  },
  files: { 'input.svg': picture(() => harbour()), 'output.svg': picture(() => harbour({ motion: 'swell' })) },
  metrics: [metric.fvd, { ...metric.clip, id: 'clip_score' }, { ...metric.lpips, id: 'lpips' }, metric.identity, metric.motion],
  variants: [
    { name: 'With a prompt', text: 'Text says what happens. Also listed as image-text-to-video.' },
    { name: 'First and last frame', text: 'Motion between two given pictures.' },
    { name: 'Talking heads', text: 'A portrait moves its lips to a recording.' },
    { name: 'Camera control', text: 'The path of the camera is given as numbers.' },
  ],
  related: ['image-text-to-video', 'text-to-video', 'video-to-video', 'text-to-image'],
}
