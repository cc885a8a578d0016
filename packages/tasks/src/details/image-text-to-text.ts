import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'Pictures and a text go in, and a text comes out. A language model that sees: it describes, counts, reads, compares and follows instructions about what is shown, over several turns. The widest of the vision tasks, and for many others the quickest way to a first result.',
  uses: [
    { title: 'Ask about a picture', text: 'What is this, what is wrong here, what does the label say?' },
    { title: 'Read documents', text: 'Forms, tables, charts and handwriting into text or JSON.' },
    { title: 'Describe', text: 'Alternative text in the length and tone you ask for.' },
    { title: 'Operate a screen', text: 'Find the button and say where to click.' },
  ],
  input:
    'Messages whose content is text and one or more pictures. A picture becomes a few hundred to some thousand tokens, by its size; limit it if memory is short.',
  output: 'Text. Some models point, too: boxes or points as numbers in the text, in a scale that the card explains.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour with a sailing boat, a lighthouse, a red buoy and two gulls' },
      { type: 'text', label: 'Question', content: 'Which way is the boat going past the buoy, and how many birds are there?' },
    ],
    outputs: [
      {
        type: 'text',
        label: 'Answer',
        content:
          'The boat is to the left of the red buoy; from a still picture its direction is not certain. There are two birds, both above the cloud.',
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()) },
  metrics: [
    metric.accuracy,
    metric.anls,
    {
      id: 'hallucination_rate',
      name: 'Hallucination rate',
      description:
        'Share of answers that mention things which are not in the picture. Measured with questions about things that are absent.',
      better: 'lower',
    },
  ],
  variants: [
    { name: 'Visual dialogue', text: 'Several turns about the same pictures.' },
    { name: 'Documents', text: 'High resolution, trained to read pages and charts.' },
    { name: 'Several pictures', text: 'Compare, order, find the difference.' },
    { name: 'Grounding', text: 'The answer points to places in the picture.' },
  ],
  related: ['visual-question-answering', 'document-question-answering', 'image-to-text', 'video-text-to-text', 'any-to-any'],
  youtubeId: 'IoGaGfU1CIg',
}
