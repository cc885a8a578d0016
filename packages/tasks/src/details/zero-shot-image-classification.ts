import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture and labels of your choice go in, and a score for each label comes out, without training on those labels. Picture and text are turned into vectors of the same space, learned from hundreds of millions of pictures with captions, and compared.',
  uses: [
    { title: 'Classify today', text: 'Categories that did not exist yesterday, without a single labelled picture.' },
    { title: 'Search pictures with words', text: 'Keep the picture vectors, compare them with the vector of any query.' },
    { title: 'Clean datasets', text: 'Throw out pictures that do not fit their captions.' },
  ],
  input:
    'A picture and candidate labels, put into a phrase such as “a photo of a {}”. The phrase matters: use one like the captions of the training data.',
  output:
    'The labels with scores. With softmax they add up to 1, even when none fits; with sigmoid models (SigLIP) each stands for itself.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour scene by day' },
      { type: 'text', label: 'Candidate labels', content: 'a harbour, a railway station, a kitchen' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'a harbour', score: 0.99 },
          { label: 'a railway station', score: 0.01 },
          { label: 'a kitchen', score: 0 },
        ],
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()) },
  metrics: [metric.topK],
  variants: [
    { name: 'Contrastive', text: 'CLIP and its kin: labels compete.' },
    { name: 'Sigmoid', text: 'Each label is judged on its own.' },
    { name: 'Multilingual', text: 'Labels in any of the languages trained.' },
  ],
  related: ['image-classification', 'zero-shot-object-detection', 'image-feature-extraction', 'zero-shot-classification'],
}
