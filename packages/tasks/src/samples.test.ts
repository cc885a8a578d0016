import { expect, test } from 'vitest'
import { demoFile } from './details.ts'
import { isTaskId, taskIds } from './index.ts'
import { defaultPrompts, defaultWidgetExamples, noSampleInput, sampleInput, sampleInputText, widgetExamples } from './samples.ts'

test('a text is JSON unless its quotes are unwanted; tables and messages keep their form', () => {
  expect(sampleInputText({ task: 'text-to-image' })).toBe(JSON.stringify(defaultPrompts.textToImage))
  expect(sampleInputText({ task: 'text-to-image' }, { withoutQuotes: true })).toBe(defaultPrompts.textToImage)
  expect(sampleInputText({ task: 'tabular-regression' }, { withoutQuotes: true }).startsWith('{\n    "Height"')).toBe(true)
  expect(sampleInputText({ task: 'tabular-regression' }, { isOneLine: true })).not.toMatch(/[\n\t]/)
  expect(JSON.parse(sampleInputText({ task: 'question-answering' }, { isOneLine: true }))).toEqual(
    sampleInput({ task: 'question-answering' }),
  )
})

test('the mask token of the model stands in the sentence, however it is spelt', () => {
  expect(sampleInput({ task: 'fill-mask', maskToken: '<mask>' })).toBe('The keeper of the lighthouse lit the <mask>.')
  expect(sampleInput({ task: 'fill-mask', maskToken: "$& $' <m>" })).toBe("The keeper of the lighthouse lit the $& $' <m>.")
  expect(JSON.parse(sampleInputText({ task: 'fill-mask', maskToken: '"\\' }))).toContain('"\\')
  expect(defaultWidgetExamples('fill-mask', ['de'], "$& $' [M]")).toEqual([{ text: "Der Leuchtturmwärter zündet die $& $' [M] an." }])
})

test('the summary to be made has some 800 characters', () => {
  const text = sampleInput({ task: 'summarization' })
  expect(typeof text === 'string' && text.length > 700 && text.length < 1_000).toBe(true)
})

test('where there is no sample the sentence says so', () => {
  for (const task of ['robotics', 'other', 'graph-ml', 'no-such-task', '__proto__', 'constructor', null]) {
    expect(sampleInput({ task })).toBeNull()
    expect(sampleInputText({ task })).toBe(noSampleInput)
  }
})

test('widget examples: the language of the model, else English, else none', () => {
  expect(defaultWidgetExamples('translation', ['xx', 'fr'])).toBe(widgetExamples['fr']?.['translation'])
  expect(defaultWidgetExamples('translation', ['PT-br', 'zh-Hant'])).toBe(widgetExamples['zh']?.['translation'])
  expect(defaultWidgetExamples('table-question-answering', ['si'])).toBe(widgetExamples['en']?.['table-question-answering'])
  expect(defaultWidgetExamples('graph-ml')).toEqual([])
  for (const hostile of ['__proto__', 'constructor', 'toString']) {
    expect(defaultWidgetExamples(hostile, [hostile])).toEqual([])
    expect(defaultWidgetExamples('translation', [hostile])).toBe(widgetExamples['en']?.['translation'])
  }
})

test('English has an example for all tasks that take a text, a picture, a sound or a row', () => {
  expect(taskIds.filter((task) => defaultWidgetExamples(task).length === 0)).toEqual([
    'unconditional-image-generation',
    'video-classification',
    'reinforcement-learning',
    'robotics',
    'tabular-to-text',
    'table-to-text',
    'multiple-choice',
    'text-retrieval',
    'time-series-forecasting',
    'graph-ml',
    'text-to-3d',
    'video-text-to-text',
    'visual-document-retrieval',
    'any-to-any',
    'video-to-video',
    'other',
  ])
})

test('the five tasks where the language matters most are in all 14, Sinhala apart', () => {
  const languages = Object.keys(widgetExamples)
  expect(languages.length).toBe(14)
  for (const task of ['fill-mask', 'translation']) expect(languages.filter((language) => !widgetExamples[language]?.[task])).toEqual([])
  for (const task of ['text-classification', 'token-classification', 'text-generation'])
    expect(languages.filter((language) => !widgetExamples[language]?.[task])).toEqual(['si'])
})

test('examples are whole: tasks are known, gaps have a mask, files are there', () => {
  for (const [language, tasks] of Object.entries(widgetExamples))
    for (const [task, examples] of Object.entries(tasks)) {
      expect([language, task, isTaskId(task) || task === 'conversational']).toEqual([language, task, true])
      for (const example of examples) {
        if (task === 'fill-mask') expect('text' in example && example.text.split('<mask>').length).toBe(2)
        if ('src' in example) {
          const [, , , of = '', file = ''] = example.src.split('/')
          expect([example.src, demoFile(of, file) !== null]).toEqual([example.src, true])
        }
      }
    }
})
