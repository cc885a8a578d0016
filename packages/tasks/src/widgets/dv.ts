import type { WidgetExamples } from './widget-example.ts'

export const dv: WidgetExamples = {
  'text-classification': [{ text: 'މި ދަތުރު ވަރަށް ރަނގަޅު' }],
  'token-classification': [{ text: 'އަލީ މަސައްކަތްކުރަނީ މާލޭގަ އެވެ.' }],
  translation: [{ text: 'ބޯޓު މާދަމާ ފުރާނެއެވެ.' }],
  'text-generation': [{ text: 'އެއް ދުވަހަކު ކަނޑުމަތިން' }],
  'fill-mask': [{ text: 'މިއަދަކީ ރަނގަޅު <mask>.' }],
}
