import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A text goes in, and labelled stretches of it come out: names of people and places, parts of speech, amounts, anything a label was trained for. The model decides for each token, and neighbouring decisions are joined into spans, so the answer always points at the exact place in the text.',
  uses: [
    { title: 'Fill a form from a document', text: 'Find names, dates, amounts and addresses in letters and contracts.' },
    { title: 'Remove personal data', text: 'Mark names, numbers and addresses before a text is shared or used for training.' },
    { title: 'Index an archive', text: 'Link every mention of a person, ship or place to an entry in a register.' },
    { title: 'Prepare for linguistics', text: 'Tag parts of speech and word forms for search, dictionaries and teaching.' },
  ],
  input: 'One text. Models that use the surrounding words well do better with whole sentences than with fragments.',
  output:
    'A list of spans, each with its type, its start and end in the text, and a score. How tokens are joined is a setting: take the first token of a word, the best one, or the average.',
  demo: {
    inputs: [{ type: 'text', label: 'Text', content: 'Ingrid Solberg sails from Bergen to Tromsø on 4 June.' }],
    outputs: [
      {
        type: 'text-with-tokens',
        text: 'Ingrid Solberg sails from Bergen to Tromsø on 4 June.',
        tokens: [
          { type: 'PERSON', start: 0, end: 14 },
          { type: 'PLACE', start: 26, end: 32 },
          { type: 'PLACE', start: 36, end: 42 },
          { type: 'DATE', start: 46, end: 52 },
        ],
      },
    ],
  },
  metrics: [metric.accuracy, metric.recall, metric.precision, metric.entityF1],
  variants: [
    { name: 'Named entity recognition', text: 'Spans are people, organisations, places and whatever else has a name.' },
    { name: 'Part-of-speech tagging', text: 'Every word gets its class: noun, verb, adjective and so on.' },
    { name: 'Parsing', text: 'Which word depends on which; some models predict the head of each word as a label.' },
    { name: 'Lemmatisation', text: 'The dictionary form of each word, predicted as an edit of its ending.' },
    { name: 'Coreference', text: 'Which mentions mean the same thing: “the skipper”, “she”, “Ingrid”.' },
  ],
  related: ['text-classification', 'question-answering', 'fill-mask'],
  youtubeId: 'wVHdVlPScxA',
}
