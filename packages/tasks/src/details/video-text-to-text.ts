import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A video and a text go in, and a text comes out. The model sees a sample of the frames in their order, some also hear the sound, and answers questions about what happens, when and why.',
  uses: [
    { title: 'Question a recording', text: 'When does the lorry arrive, who leaves the room last?' },
    { title: 'Summaries and chapters', text: 'What happens in a lecture, with times.' },
    { title: 'Describe for the blind', text: 'What is seen while nobody speaks.' },
    { title: 'Search', text: 'Find the scene in words.' },
  ],
  input:
    'Messages with a video and a text. How many frames are taken decides what can be seen and how much memory it needs: one a second for an hour is 3,600 pictures.',
  output: 'Text, as from any chat model; some give times when asked.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'For five seconds a sailing boat comes in from the left past a pier' },
      { type: 'text', label: 'Question', content: 'What happens in this video?' },
    ],
    outputs: [
      {
        type: 'text',
        label: 'Answer',
        content: 'A boat under white sails comes in from the left, passes the pier and slows down to the left of a red buoy.',
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour({ motion: 'sail' })) },
  metrics: [
    metric.accuracy,
    metric.cider,
    {
      id: 'temporal_iou',
      name: 'IoU in time',
      description:
        'Time that the predicted stretch shares with the true one, divided by the time that either covers. For questions that ask when.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Short clips', text: 'Seconds, densely sampled: motion matters.' },
    { name: 'Long videos', text: 'Minutes to hours, sparsely sampled or summarised on the way.' },
    { name: 'With sound', text: 'Speech and noises are heard, too.' },
  ],
  related: ['video-classification', 'image-text-to-text', 'any-to-any', 'automatic-speech-recognition'],
}
