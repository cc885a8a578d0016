import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { harbour } from '../pictures/harbor.ts'

export const detail: TaskDetail = {
  summary:
    'A picture goes in, and a text comes out, without any instruction: a caption of what is shown, or the words that are written in it. Models that also take a question are listed under image-text-to-text, and have taken over much of this task.',
  uses: [
    { title: 'Alternative text', text: 'A first description of pictures for people who do not see them; somebody should read it over.' },
    { title: 'Read text', text: 'Signs, labels, scans and handwriting (OCR), line by line or page by page.' },
    { title: 'Search pictures', text: 'Index a collection by captions.' },
    { title: 'Formulas and notes', text: 'From a photograph of a formula to LaTeX, from a score to notation.' },
  ],
  input: 'One picture. Models for text in pictures mostly expect a single line or a single page, cut out and upright.',
  output: 'A text. Captions are one short sentence unless the model was trained for more.',
  demo: {
    inputs: [{ type: 'img', filename: 'input.svg', alt: 'A harbour scene with a sailing boat and a lighthouse' }],
    outputs: [{ type: 'text', label: 'Caption', content: 'a sailing boat on calm water in front of a red and white lighthouse' }],
  },
  files: { 'input.svg': picture(() => harbour()) },
  metrics: [metric.cider, metric.bleu, metric.cer],
  variants: [
    { name: 'Image captioning', text: 'A sentence about the whole picture.' },
    { name: 'Dense captioning', text: 'A phrase for each region.' },
    { name: 'Optical character recognition', text: 'The text in the picture, often after another model found its lines.' },
    { name: 'Document parsing', text: 'A page becomes Markdown or HTML with its tables.' },
  ],
  related: ['image-text-to-text', 'document-question-answering', 'visual-question-answering', 'text-to-image'],
}
