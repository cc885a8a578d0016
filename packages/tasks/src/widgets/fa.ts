import type { WidgetExamples } from './widget-example.ts'

export const fa: WidgetExamples = {
  'text-classification': [{ text: 'کشتی یک ساعت دیر حرکت کرد و کسی دلیلش را به ما نگفت.' }],
  'token-classification': [{ text: 'مریم دریایی از اردیبهشت در بندرعباس کار می‌کند.' }],
  'question-answering': [{ text: 'فانوس دریایی در چه سالی ساخته شد؟', context: 'فانوس دریایی در سال ۱۲۶۶ ساخته شد و ۴۴ متر ارتفاع دارد.' }],
  translation: [{ text: 'کشتی فردا ساعت هشت صبح حرکت می‌کند.' }],
  'text-generation': [{ text: 'ملوان پیر به آسمان نگاه کرد و گفت' }],
  'fill-mask': [{ text: 'نگهبان فانوس دریایی <mask> را روشن کرد.' }],
}
