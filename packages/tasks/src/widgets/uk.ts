import type { WidgetExamples } from './widget-example.ts'

export const uk: WidgetExamples = {
  'text-classification': [{ text: 'Пором запізнився на годину, і ніхто не пояснив чому.' }],
  'token-classification': [{ text: 'Оксана Мельник працює в порту Одеси з травня.' }],
  translation: [{ text: 'Корабель відходить завтра о восьмій ранку.' }],
  'text-generation': [{ text: 'Старий моряк подивився на небо і сказав' }],
  'fill-mask': [{ text: 'Доглядач маяка запалив <mask>.' }],
}
