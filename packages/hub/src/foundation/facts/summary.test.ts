import { expect, test } from 'vitest'
import { summaryOf } from './summary.ts'

test.for([
  ['> [!NOTE]\n> This is an alert.\n\nA model of the sea.', 'A model of the sea.'],
  ['> A quote first.\n\nA model of the sea.', 'A model of the sea.'],
  ['# Title\n\n[More Information Needed]\n\nA model of the sea.', 'A model of the sea.'],
  ['This modelcard aims to be a base template for new models.\n\nA model of the sea.', 'A model of the sea.'],
  ['> Only a quote.', null],
  ['- **Developed by:** [More Information Needed]', null],
] as const)('the summary of %j', ([markdown, summary]) => expect(summaryOf(markdown)).toBe(summary))
