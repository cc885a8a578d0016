import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { invoice } from '../pictures/documents.ts'

export const detail: TaskDetail = {
  summary:
    'The picture of a page and a question go in, and the answer as it stands on the page comes out. Words, their places and the look of the page count together, so that a number is understood by the heading it stands under. Some models need the words from an OCR program first, others read the picture themselves.',
  uses: [
    { title: 'Invoices and forms', text: 'Total, date, number, account, from layouts never seen before.' },
    { title: 'Archives', text: 'Ask thousands of scans the same question.' },
    { title: 'Checks', text: 'Does the sum on the page agree with the one in the system?' },
  ],
  input:
    'A page as a picture, upright and sharp, and a question. For models with OCR also the words with their boxes; the pipeline can call Tesseract for them.',
  output: 'An answer with a score, and for extractive models the words it consists of.',
  demo: {
    inputs: [
      { type: 'text', label: 'Question', content: 'What is the total amount due?' },
      { type: 'img', filename: 'input.svg', alt: 'An invoice of the Port of Larnholm for a berth, power and water, total EUR 101.50' },
    ],
    outputs: [{ type: 'text', label: 'Answer', content: 'EUR 101.50' }],
  },
  files: { 'input.svg': picture(invoice) },
  metrics: [metric.anls, metric.exactMatch],
  variants: [
    { name: 'With OCR', text: 'Words and boxes are given; the answer is a span of them.' },
    { name: 'Without OCR', text: 'The model reads pixels and writes the answer.' },
    { name: 'Several pages', text: 'The right page has to be found first: see visual document retrieval.' },
  ],
  related: ['visual-document-retrieval', 'image-text-to-text', 'question-answering', 'table-question-answering'],
}
