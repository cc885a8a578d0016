import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A text and labels of your choice go in, and a score for each label comes out, without any training on those labels. Most models were trained to tell whether one sentence follows from another; each label is put into a sentence such as “This text is about fishing”, and the model says how well that follows from the text.',
  uses: [
    { title: 'Start without data', text: 'Sort texts on the first day, before there is a single labelled example.' },
    { title: 'Change labels at will', text: 'Let users make up their own categories, and rename them without training again.' },
    { title: 'Label for a smaller model', text: 'Let it propose labels that a person corrects, then train a quick classifier on them.' },
  ],
  input:
    'A text, a list of candidate labels in plain words, and whether several may apply. The sentence that labels are put into can be changed, and its wording changes the scores.',
  output:
    'The labels with a score each, best first. They add up to 1 unless several may apply. Time grows with the number of labels: the model reads the text once for each.',
  demo: {
    inputs: [
      { type: 'text', label: 'Text', content: 'My charging card is refused at every pillar on Quay 4.' },
      { type: 'text', label: 'Candidate labels', content: 'payment, weather, moorings' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'payment', score: 0.91 },
          { label: 'moorings', score: 0.07 },
          { label: 'weather', score: 0.02 },
        ],
      },
    ],
  },
  metrics: [metric.accuracy, metric.f1],
  variants: [
    { name: 'One label', text: 'The labels compete, and scores add up to 1.' },
    { name: 'Several labels', text: 'Each label is judged on its own: does the text entail it or contradict it?' },
    { name: 'With a language model', text: 'A chat model asked to choose from the list. Understands longer instructions, costs more.' },
  ],
  related: ['text-classification', 'zero-shot-image-classification', 'zero-shot-object-detection', 'text-generation'],
}
