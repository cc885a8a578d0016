import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A clip goes in, and a label with a probability comes out: what happens, who does what. Unlike a classifier of single pictures the model sees several frames at once, so it can tell opening from closing.',
  uses: [
    { title: 'Recognise actions', text: 'Exercises, gestures, falls, plays of a game.' },
    { title: 'Moderate', text: 'Find violence or other unwanted content in uploads.' },
    { title: 'Sort an archive', text: 'By kind of scene or sport, to find material again.' },
  ],
  input:
    'A clip of some seconds, from which 8 to 64 frames are taken at equal distances. For long videos: many clips, then an average or the highest score.',
  output: 'A score for each class, best first.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'For five seconds a sailing boat comes in from the left past a pier' }],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'sailing', score: 0.92 },
          { label: 'windsurfing', score: 0.05 },
          { label: 'canoeing', score: 0.02 },
        ],
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour({ motion: 'sail' })) },
  metrics: [metric.accuracy, metric.recall, metric.precision, metric.f1, metric.topK],
  variants: [
    { name: 'Action recognition', text: 'One label for a clip that was cut to the action.' },
    { name: 'Temporal localisation', text: 'When an action begins and ends in a long video.' },
    { name: 'Multi-label', text: 'Several things happen at once.' },
  ],
  related: ['video-text-to-text', 'image-classification', 'video-to-video'],
}
