import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'Structured records go in, such as rows, key-value pairs or triples of a knowledge graph, and sentences that say the same come out. Close to table-to-text; here the data has no layout, only fields and relations.',
  uses: [
    { title: 'Describe entries', text: 'Texts for thousands of products, places or species from a database.' },
    { title: 'Say what a graph knows', text: 'Turn triples into sentences for readers, or for the training of language models.' },
    { title: 'Explain a decision', text: 'Put the values that led to it into words.' },
  ],
  input: 'The record, laid out as text in a fixed form, such as subject | relation | object.',
  output: 'One or more sentences. Check that every field is mentioned and nothing was added.',
  demo: {
    inputs: [
      {
        type: 'tabular',
        table: [
          ['Subject', 'Relation', 'Object'],
          ['Outer Tern', 'is a', 'lighthouse'],
          ['Outer Tern', 'built in', '1887'],
          ['Outer Tern', 'height', '44 m'],
        ],
      },
    ],
    outputs: [{ type: 'text', label: 'Text', content: 'Outer Tern is a lighthouse of 44 metres that was built in 1887.' }],
  },
  metrics: [metric.bleu, metric.chrf, metric.bertscore],
  variants: [
    { name: 'RDF to text', text: 'Triples of a knowledge graph become sentences.' },
    { name: 'Records to text', text: 'Fields of one entry become a description.' },
    { name: 'The other way', text: 'Triples out of a text: information extraction, mostly done by text generation.' },
  ],
  related: ['table-to-text', 'text-generation', 'graph-ml'],
}
