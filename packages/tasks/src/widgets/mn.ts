import type { WidgetExamples } from './widget-example.ts'

export const mn: WidgetExamples = {
  'text-classification': [{ text: 'Хөлөг онгоц нэг цаг хоцорсон, хэн ч шалтгааныг нь хэлээгүй.' }],
  'token-classification': [{ text: 'Батболд таван сараас хойш Улаанбаатарт ажиллаж байна.' }],
  'question-answering': [{ text: 'Гэрэлт цамхаг хэдэн онд баригдсан бэ?', context: 'Гэрэлт цамхаг 1887 онд баригдсан, өндөр нь 44 метр.' }],
  translation: [{ text: 'Хөлөг онгоц маргааш өглөө найман цагт хөдөлнө.' }],
  'text-generation': [{ text: 'Өвгөн далайчин тэнгэр өөд хараад' }],
  'fill-mask': [{ text: 'Далайчин шөнө <mask> асаав.' }],
  'text-to-speech': [{ text: 'Өнөөдөр салхи ихтэй байна.' }],
  'sentence-similarity': [
    { source_sentence: 'Өнөөдөр салхи хүчтэй байна.', sentences: ['Өнөөдөр их салхитай.', 'Өнөөдөр салхигүй.', 'Би цай уух дуртай.'] },
  ],
}
