import type { WidgetExamples } from './widget-example.ts'

export const de: WidgetExamples = {
  'text-classification': [{ text: 'Die Fähre fuhr eine Stunde zu spät ab, und niemand sagte uns, warum.' }],
  'token-classification': [{ text: 'Jette Harms arbeitet seit Mai im Hafen von Kiel.' }],
  'question-answering': [{ text: 'Wann wurde der Leuchtturm gebaut?', context: 'Der Leuchtturm wurde 1887 gebaut und ist 44 Meter hoch.' }],
  translation: [{ text: 'Das Schiff legt morgen früh um acht ab.' }],
  'text-generation': [{ text: 'Der alte Kapitän sah zum Himmel und sagte' }],
  'fill-mask': [{ text: 'Der Leuchtturmwärter zündet die <mask> an.' }],
  'sentence-similarity': [
    { source_sentence: 'Heute ist es sehr windig.', sentences: ['Der Wind weht stark.', 'Es geht kein Wind.', 'Ich trinke gern Tee.'] },
  ],
}
