import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and a label with a probability comes out. The oldest task of deep learning for vision, with the widest choice of models, from a megabyte to many gigabytes; nearly all of them are trained on a general collection first and adapted with a few dozen pictures of each class.',
  uses: [
    { title: 'Sort pictures', text: 'Product photographs into categories, scans into kinds of documents.' },
    { title: 'Inspect', text: 'Good part or faulty part, ripe or not, rust or shadow.' },
    { title: 'Support a diagnosis', text: 'Point out pictures that a specialist should look at first.' },
    { title: 'Identify species', text: 'Plants, birds and insects, with thousands of classes.' },
  ],
  input:
    'One picture of any size; the processor scales it, often to 224 × 224, cuts the middle out and normalises the colours as in training.',
  output:
    'A score for each class, best first. High scores for pictures of something quite different are normal: the model knows only its classes.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A sailing boat in a harbour' }],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'sailing boat', score: 0.88 },
          { label: 'catamaran', score: 0.06 },
          { label: 'lighthouse', score: 0.04 },
        ],
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()) },
  metrics: [metric.accuracy, metric.recall, metric.precision, metric.f1, metric.topK],
  variants: [
    { name: 'Multi-class', text: 'Exactly one label for each picture.' },
    { name: 'Multi-label', text: 'Any number of labels, each with its own probability.' },
    { name: 'Fine-grained', text: 'Classes that differ in details: models of cars, species of birds.' },
  ],
  related: ['zero-shot-image-classification', 'image-feature-extraction', 'object-detection', 'video-classification'],
  youtubeId: 'tjAIM7BOYhw',
}
