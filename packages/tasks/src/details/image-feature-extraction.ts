import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and vectors come out: one for the whole picture, or one for each patch. Pictures with similar content lie near each other, so they can be searched, grouped and classified with simple means. Many such models learned without labels, only by looking at parts of the same picture.',
  uses: [
    { title: 'Find similar pictures', text: 'Products, designs, places, the same boat in another photograph.' },
    { title: 'Classify with little data', text: 'A linear model on the vectors, trained in seconds.' },
    { title: 'Deduplicate', text: 'Copies that were scaled, cropped or compressed.' },
    { title: 'Backbone', text: 'The first part of detectors and segmenters.' },
  ],
  input: 'One picture, prepared as in training.',
  output:
    'A vector of some hundred numbers, or a grid of them. Compare with the cosine; vectors of different models have nothing in common.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A harbour scene by day' }],
    outputs: [
      {
        type: 'tabular',
        table: [
          ['Dimension 1', 'Dimension 2', 'Dimension 3', '…', 'Dimension 768'],
          ['0.214', '-1.083', '0.457', '…', '0.092'],
        ],
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()) },
  metrics: [
    {
      ...metric.topK,
      description:
        'Accuracy of a linear classifier, or of the nearest neighbours, on the vectors: what they are worth without fine-tuning.',
    },
    metric.recallAtK,
  ],
  variants: [
    { name: 'Whole picture', text: 'One vector, for search and classification.' },
    { name: 'Patches', text: 'A vector for each part, for segmentation, depth and matching.' },
    { name: 'With text', text: 'Vectors in the same space as those of captions: see zero-shot image classification.' },
  ],
  related: ['image-classification', 'zero-shot-image-classification', 'feature-extraction', 'visual-document-retrieval'],
}
