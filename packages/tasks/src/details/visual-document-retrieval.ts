import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'
import { pages } from '../pictures/documents.ts'

export const detail: TaskDetail = {
  summary:
    'Pictures of pages and a question in words go in, and a score for each page comes out. Pages are compared as they look, with tables, charts and layout, so nothing has to be recognised, cut up or converted beforehand.',
  uses: [
    { title: 'Search scans', text: 'Archives whose text was never recognised, or badly.' },
    { title: 'Questions about reports', text: 'Find the chart that answers, then give it to a model that reads pictures.' },
    { title: 'Manuals', text: 'Drawings and tables are found, not only prose.' },
  ],
  input:
    'Pages as pictures, indexed once, and a query. Models keep one vector per page, or hundreds, one for each patch: exact, and large to store.',
  output: 'A score for each page; the order counts.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'Three pages: a tide table, a letter, a chart with soundings' },
      { type: 'text', label: 'Question', content: 'How high is the water at 13:13?' },
    ],
    outputs: [
      {
        type: 'chart',
        data: [
          { label: 'Page 1', score: 0.91 },
          { label: 'Page 3', score: 0.27 },
          { label: 'Page 2', score: 0.12 },
        ],
      },
    ],
  },
  files: { 'input.svg': picture(pages) },
  metrics: [{ ...metric.ndcg, id: 'Normalized Discounted Cumulative Gain at K', name: 'NDCG at k' }, metric.recallAtK],
  variants: [
    { name: 'Several vectors', text: 'Every patch is compared with every word (late interaction).' },
    { name: 'One vector', text: 'Smaller and quicker, less exact.' },
    { name: 'Reranking', text: 'A second model reads question and page together.' },
  ],
  related: ['document-question-answering', 'text-ranking', 'image-feature-extraction', 'image-text-to-text'],
}
