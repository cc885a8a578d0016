import type { WidgetExamples } from './widget-example.ts'

export const zh: WidgetExamples = {
  'text-classification': [{ text: '渡轮晚点了一个小时，没有人告诉我们原因。' }],
  'token-classification': [{ text: '李明住在青岛，在港口工作。' }],
  'question-answering': [{ text: '灯塔建于哪一年？', context: '这座灯塔建于1887年，高44米。' }],
  translation: [{ text: '船明天早上八点出发。' }],
  'zero-shot-classification': [{ text: '今晚我的船可以停在哪里？', candidate_labels: '泊位, 天气, 付款', multi_class: false }],
  summarization: [
    {
      text: '港口委员会星期二开会讨论了冬季的安排。四台起重机中有两台需要更换钢缆，要到二月才能完成，所以长度超过十二米的船应在十一月十五日之前上岸。委员会还决定淋浴间全年开放，价格不变。',
    },
  ],
  'text-generation': [{ text: '从前，有一座小渔村，' }],
  'fill-mask': [{ text: '船停在<mask>里。' }],
  'sentence-similarity': [{ source_sentence: '今天风很大。', sentences: ['今天刮大风。', '今天没有风。', '我喜欢喝茶。'] }],
}
