import type { WidgetExamples } from './widget-example.ts'

export const it: WidgetExamples = {
  'text-classification': [{ text: 'Il traghetto è partito con un’ora di ritardo e nessuno ci ha detto perché.' }],
  'token-classification': [{ text: 'Chiara Pesce lavora al porto di Genova da maggio.' }],
  'question-answering': [
    { text: 'In che anno è stato costruito il faro?', context: 'Il faro è stato costruito nel 1887 ed è alto 44 metri.' },
  ],
  translation: [{ text: 'La nave parte domani mattina alle otto.' }],
  summarization: [
    {
      text: 'Il consiglio del porto si è riunito martedì per preparare l’inverno. Due delle quattro gru hanno bisogno di cavi nuovi e non saranno pronte prima di febbraio; le barche oltre i dodici metri dovrebbero quindi uscire dall’acqua entro il 15 novembre. Il consiglio ha anche deciso di tenere aperte le docce tutto l’anno, allo stesso prezzo.',
    },
  ],
  'text-generation': [{ text: 'In un piccolo porto del nord viveva' }],
  'fill-mask': [{ text: 'Il guardiano accende la <mask> del faro.' }],
  'sentence-similarity': [
    { source_sentence: 'Oggi c’è molto vento.', sentences: ['Il vento soffia forte.', 'Non c’è vento.', 'Mi piace il tè.'] },
  ],
}
