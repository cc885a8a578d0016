import type { WidgetExamples } from './widget-example.ts'

export const bn: WidgetExamples = {
  'text-classification': [{ text: 'ফেরি এক ঘণ্টা দেরিতে ছেড়েছে, কেউ কারণ বলেনি।' }],
  'token-classification': [{ text: 'রিনা সরকার মে মাস থেকে চট্টগ্রাম বন্দরে কাজ করেন।' }],
  'question-answering': [{ text: 'বাতিঘরটি কোন সালে তৈরি হয়েছিল?', context: 'বাতিঘরটি ১৮৮৭ সালে তৈরি হয়েছিল এবং এর উচ্চতা ৪৪ মিটার।' }],
  translation: [{ text: 'জাহাজটি আগামীকাল সকাল আটটায় ছাড়বে।' }],
  'text-generation': [{ text: 'বুড়ো নাবিক আকাশের দিকে তাকিয়ে বলল' }],
  'fill-mask': [{ text: 'নাবিক রাতে <mask> জ্বালাল।' }],
  'sentence-similarity': [{ source_sentence: 'আজ খুব বাতাস।', sentences: ['আজ জোরে বাতাস বইছে।', 'আজ বাতাস নেই।', 'আমি চা ভালোবাসি।'] }],
}
