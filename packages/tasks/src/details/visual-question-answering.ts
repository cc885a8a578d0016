import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture and a question go in, and a short answer comes out. Most models of this task choose among some thousand frequent answers, with a score for each: quick, small, and unable to say anything else. For free answers see image-text-to-text.',
  uses: [
    { title: 'Many pictures, one question', text: 'Is the hatch closed? Is anybody on deck? Asked of every frame.' },
    { title: 'Help to see', text: 'Answer what a blind person asks about a photograph.' },
    { title: 'Check a caption', text: 'Ask for each thing that it names.' },
  ],
  input: 'A picture and a question of one sentence.',
  output: 'Answers with scores, best first; mostly yes, no, a number, a colour or a thing.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A harbour scene by day' },
      { type: 'text', label: 'Question', content: 'What colour is the buoy?' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'red', score: 0.96 },
          { label: 'orange', score: 0.03 },
          { label: 'white', score: 0.01 },
        ],
      },
    ],
  },
  files: { 'input.svg': picture(() => harbour()) },
  metrics: [
    {
      ...metric.accuracy,
      description:
        'Share of right answers. With ten human answers per question, an answer counts in full when at least three people gave it.',
    },
    {
      id: 'wu-palmer similarity',
      name: 'Wu-Palmer similarity',
      description:
        'How near two words are in a taxonomy: the depth of what they have in common, relative to their own depths. Gives some credit for “boat” instead of “yacht”.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Classification', text: 'One of a fixed list of answers.' },
    { name: 'Generation', text: 'The answer is written freely.' },
    { name: 'With knowledge', text: 'The picture alone is not enough: what is this lighthouse called?' },
  ],
  related: ['image-text-to-text', 'document-question-answering', 'image-to-text', 'zero-shot-image-classification'],
}
