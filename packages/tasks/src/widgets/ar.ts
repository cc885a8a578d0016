import type { WidgetExamples } from './widget-example.ts'

export const ar: WidgetExamples = {
  'text-classification': [{ text: 'تأخرت العبّارة ساعة كاملة ولم يخبرنا أحد بالسبب.' }],
  'token-classification': [{ text: 'تعمل ليلى حداد في ميناء الإسكندرية منذ مايو.' }],
  'question-answering': [{ text: 'في أي عام بُنيت المنارة؟', context: 'بُنيت المنارة عام 1887 ويبلغ ارتفاعها 44 مترًا.' }],
  translation: [{ text: 'تغادر السفينة غدًا في الثامنة صباحًا.' }],
  'text-generation': [{ text: 'نظر البحّار العجوز إلى السماء وقال' }],
  'fill-mask': [{ text: 'أشعل حارس المنارة <mask>.' }],
  'sentence-similarity': [{ source_sentence: 'الريح قوية اليوم.', sentences: ['تهب اليوم رياح شديدة.', 'لا ريح اليوم.', 'أحب الشاي.'] }],
}
