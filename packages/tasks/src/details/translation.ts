import type { TaskDetail } from '../detail.ts'
import { metric } from '../metrics.ts'

export const detail: TaskDetail = {
  summary:
    'A text in one language goes in, and the same text in another comes out. Some models know one pair of languages and are small; others know a hundred or more and must be told the target, and sometimes the source. General language models translate as well, with more feeling for context and less certainty that nothing was left out.',
  uses: [
    { title: 'Read what you could not', text: 'Search, mail and documents in the reader’s own language.' },
    { title: 'Publish in many languages', text: 'A first version of pages and manuals that translators revise.' },
    {
      title: 'Make training data',
      text: 'Translate a labelled collection into languages that have none, or there and back for paraphrases.',
    },
  ],
  input:
    'Sentences or short paragraphs. Multilingual models take language codes of their own scheme: look at the card. Names, numbers and mark-up need care before and after.',
  output: 'The translated text. Sampling is usually off: the most likely translation found by beam search is the one wanted.',
  demo: {
    inputs: [{ type: 'text', label: 'Norwegian', content: 'Ferga går klokka åtte fra den gamle brygga.' }],
    outputs: [{ type: 'text', label: 'English', content: 'The ferry leaves at eight o’clock from the old quay.' }],
  },
  metrics: [
    metric.bleu,
    metric.sacrebleu,
    metric.chrf,
    {
      id: 'comet',
      name: 'COMET',
      description:
        'A trained model scores source, translation and reference together. Agrees with human judgement much better than counting words.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'One pair', text: 'Source and target are fixed: small models that run anywhere.' },
    { name: 'Many to many', text: 'One model for all pairs, with language codes as input. Helps languages with little data.' },
    { name: 'Document translation', text: 'Sentences are translated with their neighbours, so that pronouns and terms stay consistent.' },
  ],
  related: ['text-generation', 'summarization', 'automatic-speech-recognition', 'sentence-similarity'],
  canonicalId: 'text-generation',
  youtubeId: '1JvfrvZgi6c',
}
