import type { WidgetExamples } from './widget-example.ts'

export const si: WidgetExamples = {
  translation: [{ text: 'නැව හෙට උදේ අටට පිටත් වේ.' }],
  'fill-mask': [{ text: 'නාවිකයා රාත්‍රියේ <mask> දැල්වීය.' }],
}
